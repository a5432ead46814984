import { randomBytes } from 'node:crypto';
import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forKey, keys } from '../encryption/encryption.fixture.ts';
import { writeContents, writeManifest } from '../manifest/index.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { fileOf, joined, openRetrievalRig, type RetrievalRig, submitInParts } from './retrieval.fixture.ts';

const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));
const workFolder = (rig: RetrievalRig): string => rig.workFolders()[0] ?? '';

/** A folder of two files, of which the part with the second one does not come. */
async function halfOfFolder() {
  const rig = await openRetrievalRig();
  const { entries, bytes } = joined([
    ['a.txt', bytesOf(100)],
    ['b.txt', bytesOf(100)],
  ]);
  const folder = await submitInParts(rig, bytes, { partSize: 100, kind: 'folder', name: 'Trip', files: entries });
  rig.gateway.breakWith((id) => (id === folder.partIds[1] ? { kind: 'change', at: 1 } : null));
  const id = await rig.start(folder.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'failed' });
  rig.gateway.breakWith(() => null);
  // Nobody who may write there can put a link in its way.
  expect(rig.seen()).toEqual([]);
  const goOn = async () => {
    await rig.retrievals.retry(id);
    return rig.state(id, 'saved', 'failed');
  };
  return { rig, goOn, content: join(workFolder(rig), 'content') };
}

describe('the work folder', () => {
  test.skipIf(process.platform === 'win32')('is for nobody else who uses this computer', async () => {
    const { rig } = await halfOfFolder();
    expect(statSync(workFolder(rig)).mode & 0o077).toBe(0);
  });
});

test('of what is larger than the disk has room for no part is asked for', async () => {
  const rig = await openRetrievalRig();
  const [size, digests] = [2 ** 52, digestsOf(bytesOf(1))];
  const part = { offset: 0, size, ...digests, submissionId: await rig.submit(bytesOf(1)) };
  const name = 'large.bin';
  const file = { ...fileOf(name, 0, bytesOf(1)), size, ...digests };
  const whole = { kind: 'file', name, size, ...digests, folders: [], encryption: null } as const;
  const submissionId = await rig.submit(writeManifest({ ...whole, parts: [part], files: [file] }));
  const id = await rig.start(submissionId);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'no-room-for-download' } });
  expect(rig.gateway.asked).toEqual([submissionId]);
});

describe('of what is encrypted there has to be room for all that lies there at once:', () => {
  const PARTS = 1_000;

  /** Claims to be encrypted from so much of the room that there is. Answers with whether any part was asked for. */
  async function asksForParts(kind: 'file' | 'folder', share: number): Promise<boolean> {
    const rig = await openRetrievalRig();
    rig.keep({ kind: 'identity', identity: keys.identity });
    const { bavail, bsize } = statfsSync(rig.downloads);
    const partSize = Math.floor((bavail * bsize * share) / PARTS);
    const [size, digests] = [partSize * PARTS, digestsOf(bytesOf(1))];
    const files = [{ ...fileOf('large.bin', 0, bytesOf(1)), size, ...digests }];
    const sha256 = kind === 'file' ? digests.sha256 : null;
    const contents = writeContents({ kind, name: 'large.bin', size, sha256, files, folders: [] });
    const sealed = await rig.encryption.seal(contents, forKey);
    if (!sealed.ok) throw new Error('Not encrypted.');
    const partId = await rig.submit(bytesOf(1));
    const stream = { kind, name: null, size, ...digests, files: [], folders: [] } as const;
    const part = { size: partSize, ...digests, submissionId: partId };
    const parts = Array.from({ length: PARTS }, (_, at) => ({ ...part, offset: at * partSize }));
    const encryption = { format: 'age', contents: sealed.value } as const;
    const id = await rig.start(await rig.submit(writeManifest({ ...stream, parts, encryption })));
    await rig.state(id, 'saved', 'failed', 'needs-key');
    const isAsked = rig.gateway.asked.includes(partId);
    const code = isAsked ? 'bytes-differ' : 'no-room-for-download';
    expect(rig.find(id)?.state).toMatchObject({ reason: { code } });
    return isAsked;
  }

  test('of a file its encryption and what comes out of it', async () => {
    expect(await asksForParts('file', 0.6)).toBe(false);
    expect(await asksForParts('file', 0.4)).toBe(true);
  });

  test('of a folder its files as well', async () => {
    expect(await asksForParts('folder', 0.4)).toBe(false);
    expect(await asksForParts('folder', 0.25)).toBe(true);
  });
});
