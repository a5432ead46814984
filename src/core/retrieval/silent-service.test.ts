import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type InParts, openRetrievalRig, submitInParts } from './retrieval.fixture.ts';

const KIB = 1024;

/** Gives the network a file in parts. */
function putOnNetwork({ manifest, id, text, bytes }: InParts, network: Map<string, Uint8Array>): void {
  network.set(id, text);
  for (const { offset, size, submissionId } of manifest.parts) {
    network.set(submissionId, bytes.subarray(offset, offset + size));
  }
}

const photoOf = (rig: Awaited<ReturnType<typeof openRetrievalRig>>, parts: number): Promise<InParts> =>
  submitInParts(rig, new Uint8Array(randomBytes(parts * KIB)), { partSize: KIB });

test('a service that does not answer is not asked for each part: the node gives them', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ network });
  const photo = await photoOf(rig, 12);
  putOnNetwork(photo, network);
  rig.gateway.breakWith(() => ({ kind: 'hang-up' }));
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
  expect(readFileSync(join(rig.downloads, 'photo.jpg')).equals(photo.bytes)).toBe(true);
  expect(new Set(rig.gateway.asked)).toEqual(new Set([photo.id]));
});

test('a service without downloads is not asked for each part: the node gives them', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ dialect: 'documented', network });
  const photo = await photoOf(rig, 12);
  putOnNetwork(photo, network);
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
  expect(new Set(rig.gateway.asked)).toEqual(new Set([photo.id, 'not-an-id']));
});

test('a service that does not answer is retried three times, and once more when the user retries', async () => {
  const rig = await openRetrievalRig();
  const photo = await photoOf(rig, 1);
  rig.gateway.breakWith(() => ({ kind: 'answer', status: 503, body: 'Back soon' }));
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'unavailable' } });
  // Each try asks under three paths.
  expect(rig.gateway.asked).toHaveLength(4 * 3);
  rig.gateway.breakWith(() => null);
  await rig.retrievals.retry(id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
});

test('a download that waits for the service ends when it is cancelled', async () => {
  const rig = await openRetrievalRig();
  const photo = await photoOf(rig, 1);
  rig.gateway.breakWith(() => ({ kind: 'answer', status: 503, headers: { 'retry-after': '600' }, body: 'Back soon' }));
  const id = await rig.start(photo.id);
  await rig.until(() => (rig.gateway.asked.length > 0 ? true : undefined));
  await rig.retrievals.dismiss(id);
  expect(rig.find(id)).toBeUndefined();
  expect(rig.workFolders()).toEqual([]);
});
