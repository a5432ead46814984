import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeManifest } from '../manifest/index.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { openRetrievalRig, submitInParts } from './retrieval.fixture.ts';

test('a manifest with one digest of the file that is meant, and other bytes, proves nothing', async () => {
  const rig = await openRetrievalRig();
  const meant = new Uint8Array(randomBytes(1_000));
  const { manifest } = await submitInParts(rig, new Uint8Array(randomBytes(1_000)), { partSize: 500 });
  const { blake2b256 } = digestsOf(meant);
  const files = manifest.files.map((file) => ({ ...file, blake2b256 }));
  const submissionId = await rig.submit(writeManifest({ ...manifest, blake2b256, files }));
  const receipt = {
    kind: 'receipt',
    submissionId,
    address: null,
    name: 'photo.jpg',
    size: 1_000,
    sent: null,
    places: [],
  } as const;
  const getBack = async (sha256: string | null) => {
    const started = await rig.retrievals.start({ ...receipt, digests: { keccak256: null, blake2b256, sha256 } });
    if (!started.ok) throw new Error(started.error.code);
    return rig.state(started.value.id, 'saved', 'failed');
  };
  expect(await getBack(digestsOf(meant).sha256)).toMatchObject({ kind: 'failed', reason: { code: 'bytes-differ' } });
  // Nothing that the receipt has was held against the bytes: only the service's record says that they are those.
  expect(await getBack(null)).toMatchObject({ kind: 'saved', proof: 'record' });
});
