import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RetrievalPlace } from '../../shared/bridge/retrieval.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { type InParts, openRetrievalRig, type RetrievalRig, submitInParts } from './retrieval.fixture.ts';

const KIB = 1024;
const known = (bytes: Uint8Array) => ({ keccak256: null, ...digestsOf(bytes) });
const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));

/** As on a computer that knows nothing but the receipt. */
async function start(rig: RetrievalRig, photo: InParts, places: RetrievalPlace[]): Promise<number> {
  const { id: submissionId, bytes, text } = photo;
  const started = await rig.retrievals.start({
    kind: 'receipt',
    submissionId,
    address: null,
    name: 'photo.jpg',
    size: bytes.length,
    digests: known(bytes),
    sent: { as: 'manifest', bytes: { size: text.length, ...known(text) } },
    places,
  });
  if (!started.ok) throw new Error(started.error.code);
  return started.value.id;
}

const placesOf = (rig: RetrievalRig, { id, partIds }: InParts): Promise<RetrievalPlace[]> =>
  Promise.all([id, ...partIds].map((one) => rig.place(one)));

test('a file in parts comes back by its receipt from a node alone, with no service that answers', async () => {
  const rig = await openRetrievalRig({ network: 'node' });
  const photo = await submitInParts(rig, bytesOf(200 * KIB), { partSize: 100 * KIB });
  const places = await placesOf(rig, photo);
  await rig.gateway.close();
  const id = await start(rig, photo, places);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'network', proof: 'receipt' });
  expect(readFileSync(join(rig.downloads, 'photo.jpg')).equals(photo.bytes)).toBe(true);
}, 20_000);

test('where a receipt says that bytes are is known after a restart as well', async () => {
  const rig = await openRetrievalRig({ network: 'node' });
  const photo = await submitInParts(rig, bytesOf(200 * KIB), { partSize: 100 * KIB });
  const places = await placesOf(rig, photo);
  await rig.gateway.close();
  const id = await start(rig, photo, places);
  await rig.restart();
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'network' });
}, 20_000);

test('bytes at the place that a receipt names count by their digests alone', async () => {
  const rig = await openRetrievalRig({ network: 'node' });
  const photo = await submitInParts(rig, bytesOf(200 * KIB), { partSize: 100 * KIB });
  const places = await placesOf(rig, photo);
  const [whole, first, second] = places;
  if (whole === undefined || first === undefined || second === undefined) throw new Error('There are two parts.');
  await rig.gateway.close();
  const id = await start(rig, photo, [whole, { ...second, submissionId: first.submissionId }, second]);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
    reason: { code: 'bytes-differ', values: { what: 'part', part: 1, from: 'network' } },
  });
  expect(rig.seen()).toEqual([]);
}, 20_000);

test('if nobody says where the bytes are, the failure is the one of the service', async () => {
  const rig = await openRetrievalRig({ network: 'node' });
  const photo = await submitInParts(rig, bytesOf(200 * KIB), { partSize: 100 * KIB });
  await rig.gateway.close();
  const id = await start(rig, photo, []);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'unreachable' } });
}, 20_000);
