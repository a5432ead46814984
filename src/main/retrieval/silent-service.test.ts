import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type InParts, openRetrievalRig, submitInParts } from './retrieval.fixture.ts';

const KIB = 1024;

/** What the network has of a file in parts; `onPart` hears which part is asked for. */
function onNetwork(
  { manifest, id, text, bytes }: InParts,
  network: Map<string, Uint8Array>,
  onPart?: (at: number) => void,
) {
  const all = new Map<string, () => Uint8Array>([[id, () => text]]);
  for (const [at, { offset, size, submissionId }] of manifest.parts.entries()) {
    all.set(submissionId, () => {
      onPart?.(at);
      return bytes.subarray(offset, offset + size);
    });
  }
  network.get = (wanted) => all.get(wanted)?.();
}

const photoOf = (rig: Awaited<ReturnType<typeof openRetrievalRig>>, parts: number): Promise<InParts> =>
  submitInParts(rig, new Uint8Array(randomBytes(parts * KIB)), { partSize: KIB });

test('that a service does not answer is learnt once, and the parts come from the node at once', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ network });
  const photo = await photoOf(rig, 12);
  onNetwork(photo, network);
  rig.gateway.breakWith(() => ({ kind: 'hang-up' }));
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
  expect(readFileSync(join(rig.downloads, 'photo.jpg')).equals(photo.bytes)).toBe(true);
  expect(new Set(rig.gateway.asked)).toEqual(new Set([photo.id]));
});

test('a service that did not answer is asked again a minute later, and gives the rest', async () => {
  const network = new Map<string, Uint8Array>();
  const rig = await openRetrievalRig({ network });
  const photo = await photoOf(rig, 30);
  onNetwork(photo, network, (at) => {
    if (at !== 3) return;
    rig.passTime(61_000);
    rig.gateway.breakWith(() => null);
  });
  rig.gateway.breakWith(() => ({ kind: 'hang-up' }));
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
  expect(rig.gateway.asked.some((one) => photo.partIds.includes(one))).toBe(true);
  expect(rig.gateway.asked).not.toContain(photo.partIds[0]);
});

test('who tries again has the service asked at once', async () => {
  const rig = await openRetrievalRig({ network: new Map() });
  const photo = await photoOf(rig, 1);
  rig.gateway.breakWith(() => ({ kind: 'hang-up' }));
  const id = await rig.start(photo.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'failed' });
  rig.gateway.breakWith(() => null);
  await rig.retrievals.retry(id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
});
