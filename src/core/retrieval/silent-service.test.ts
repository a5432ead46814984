import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
  await rig.until(() => (waitsOf(rig).length > 0 ? true : undefined));
  await rig.retrievals.cancel(id);
  const before = waitsOf(rig).length;
  rig.gateway.breakWith(() => null);
  await rig.retrievals.retry(id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
  expect(waitsOf(rig).slice(before)).not.toContain('unreachable');
});

const waitsOf = (rig: Awaited<ReturnType<typeof openRetrievalRig>>) =>
  rig.events.flatMap((event) =>
    event.kind === 'retrieval.changed' && event.retrieval.state.kind === 'waiting' ? [event.retrieval.state.why] : [],
  );

describe('where the node has nothing either', () => {
  test.each([{ kind: 'hang-up' }, { kind: 'answer', status: 503, body: 'Back soon' }] as const)(
    'a service is waited for as without one (%o)',
    async (fault) => {
      const rig = await openRetrievalRig({ network: new Map() });
      const photo = await photoOf(rig, 2);
      rig.gateway.breakWith((_, time) => (time < 12 ? fault : null));
      const id = await rig.start(photo.id);
      expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'service' });
      expect(waitsOf(rig)).toContain('unreachable');
    },
  );

  test('what is in no block yet is waited for as without one', async () => {
    const rig = await openRetrievalRig({ network: new Map(), blockTimeSeconds: 3_600 });
    const submissionId = await rig.submit(new Uint8Array(randomBytes(KIB)));
    rig.gateway.breakWith(() => ({ kind: 'answer', status: 501, body: 'Not final' }));
    const id = await rig.start(submissionId);
    await rig.until(() => (rig.gateway.asked.length > 8 ? true : undefined));
    expect(rig.find(id)?.state).toMatchObject({ kind: 'waiting', why: 'not-final', until: expect.any(String) });
  });

  test('a part is had from a service that is back before the minute is over', async () => {
    const network = new Map<string, Uint8Array>();
    const rig = await openRetrievalRig({ network });
    const photo = await photoOf(rig, 12);
    onNetwork(photo, network, (at) => {
      if (at !== 3) return;
      network.get = () => undefined;
      rig.gateway.breakWith(() => null);
    });
    rig.gateway.breakWith(() => ({ kind: 'hang-up' }));
    const id = await rig.start(photo.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'both' });
  });

  test('waiting for it ends when it is cancelled', async () => {
    const rig = await openRetrievalRig({ network: new Map() });
    const photo = await photoOf(rig, 1);
    rig.gateway.breakWith(() => ({ kind: 'hang-up' }));
    const id = await rig.start(photo.id);
    // Thrice, then the node; then both once more.
    await rig.until(() => (rig.gateway.asked.length > 3 ? true : undefined));
    await rig.retrievals.cancel(id);
    expect(rig.find(id)?.state).toEqual({ kind: 'cancelled' });
    expect(rig.workFolders()).toEqual([]);
  });
});
