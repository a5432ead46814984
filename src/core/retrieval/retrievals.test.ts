import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { openRetrievalRig, someId, submitInParts } from './retrieval.fixture.ts';

const KIB = 1024;
const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));

describe('what is in one piece', () => {
  test('comes back byte for byte, proven by the hash in the service’s record, and nothing hidden stays', async () => {
    const rig = await openRetrievalRig();
    const bytes = bytesOf(700 * KIB);
    const submissionId = await rig.submit(bytes);
    const id = await rig.start(submissionId);
    const saved = await rig.state(id, 'saved', 'failed');
    expect(saved).toMatchObject({ kind: 'saved', proof: 'record', source: 'service', size: bytes.length, files: null });
    expect(rig.seen()).toEqual([`${submissionId}.bin`]);
    expect(readFileSync(join(rig.downloads, `${submissionId}.bin`)).equals(bytes)).toBe(true);
    await expect.poll(() => rig.workFolders()).toEqual([]);
  });

  test('with another byte is found out, and nothing is saved by itself', async () => {
    const rig = await openRetrievalRig();
    const id = await rig.start(await rig.submit(bytesOf(5 * KIB)));
    rig.gateway.breakWith(() => ({ kind: 'change', at: 4_000 }));
    // Nothing but the record's hash is known of them, which a service that encrypts has of other bytes as well.
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      reason: { code: 'bytes-unproven', values: { why: 'other-hash' } },
    });
    expect(rig.seen()).toEqual([]);
  });

  test('that the service changed comes from the network, and the answer says so', async () => {
    const network = new Map<string, Uint8Array>();
    const rig = await openRetrievalRig({ network });
    const bytes = bytesOf(5 * KIB);
    const submissionId = await rig.submit(bytes);
    network.set(submissionId, bytes);
    rig.gateway.breakWith(() => ({ kind: 'change', at: 1 }));
    const started = await rig.retrievals.start({
      kind: 'receipt',
      submissionId,
      address: null,
      name: 'photo.jpg',
      size: bytes.length,
      digests: { keccak256: null, ...digestsOf(bytes) },
      sent: null,
      places: [],
    });
    if (!started.ok) throw new Error(started.error.code);
    const saved = await rig.state(started.value.id, 'saved', 'failed');
    expect(saved).toMatchObject({ kind: 'saved', source: 'network', proof: 'receipt' });
  });

  test('comes from the network where the service has no way of giving it', async () => {
    const network = new Map<string, Uint8Array>();
    const rig = await openRetrievalRig({ dialect: 'documented', network });
    const bytes = bytesOf(5 * KIB);
    const submissionId = await rig.submit(bytes);
    network.set(submissionId, bytes);
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', source: 'network' });
  });

  test('of a service without downloads fails with a reason of its own', async () => {
    const rig = await openRetrievalRig({ dialect: 'documented', given: 'both' });
    const id = await rig.start(await rig.submit(bytesOf(10)));
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'bytes-not-offered' } });
  });

  test('is fetched once it is final, after a few retries', async () => {
    const rig = await openRetrievalRig({ blockTimeSeconds: 3600 });
    const submissionId = await rig.submit(bytesOf(10));
    rig.gateway.breakWith((_id, time) => (time < 3 ? { kind: 'answer', status: 501, body: 'Not final' } : null));
    const id = await rig.start(submissionId);
    const waiting = await rig.until(() => {
      const state = rig.find(id)?.state;
      return state?.kind === 'waiting' && state.why === 'not-final' ? state : undefined;
    });
    expect(waiting.until).toMatch(/Z$/);
    // Of what is in no block there is no hash yet.
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'bytes-unproven' } });
    expect(rig.gateway.asked.length).toBeGreaterThan(3);
  });

  test('keeps the pause that the service asks for', async () => {
    const rig = await openRetrievalRig();
    const submissionId = await rig.submit(bytesOf(10));
    rig.gateway.breakWith((_id, time) =>
      time === 0 ? { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: 'Too many' } : null,
    );
    const id = await rig.start(submissionId);
    const begun = performance.now();
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
    expect(performance.now() - begun).toBeGreaterThan(900);
    expect(rig.gateway.asked).toHaveLength(2);
  });

  test.each([
    ['unknown', 404, 'not-found'],
    ['no id', 406, 'not-an-id'],
  ])('of an id that is %s is told as that', async (_what, status, code) => {
    const rig = await openRetrievalRig();
    rig.gateway.breakWith(() => ({ kind: 'answer', status, body: '{"error":"No submission has the id"}' }));
    const id = await rig.start(someId());
    expect(await rig.state(id, 'failed')).toMatchObject({ reason: { code } });
  });

  test('is fetched again when the answer is cut off', async () => {
    const rig = await openRetrievalRig();
    const bytes = bytesOf(800 * KIB);
    const submissionId = await rig.submit(bytes);
    rig.gateway.breakWith((_id, time) => (time === 0 ? { kind: 'cut', after: 500 * KIB } : null));
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', size: bytes.length });
  });

  test('that nothing proves is not saved', async () => {
    const rig = await openRetrievalRig({ given: 'API key', blockTimeSeconds: 3600 });
    const id = await rig.start(await rig.submit(bytesOf(2_000)));
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      reason: { code: 'bytes-unproven', values: { why: 'nothing-known' } },
    });
    expect(rig.seen()).toEqual([]);
  });

  test('never takes the name of anything else', async () => {
    const rig = await openRetrievalRig();
    const submissionId = await rig.submit(bytesOf(10));
    writeFileSync(join(rig.downloads, `${submissionId}.bin`), 'mine');
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ fileName: `${submissionId} (1).bin` });
    expect(readFileSync(join(rig.downloads, `${submissionId}.bin`), 'utf8')).toBe('mine');
  });
});

describe('what is in parts', () => {
  test('comes back byte for byte, each part asked for once', async () => {
    const rig = await openRetrievalRig();
    const photo = await submitInParts(rig, bytesOf(5_000_000), { partSize: 1024 * KIB });
    const id = await rig.start(photo.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      kind: 'saved',
      fileName: 'photo.jpg',
      proof: 'record',
    });
    expect(readFileSync(join(rig.downloads, 'photo.jpg')).equals(photo.bytes)).toBe(true);
    expect([...rig.gateway.asked].sort()).toEqual([photo.id, ...photo.partIds].sort());
    await expect.poll(() => rig.workFolders()).toEqual([]);
  });

  test('of which one has another byte is named by its part, and nothing is saved', async () => {
    const rig = await openRetrievalRig();
    const photo = await submitInParts(rig, bytesOf(500 * KIB), { partSize: 100 * KIB });
    rig.gateway.breakWith((id) => (id === photo.partIds[4] ? { kind: 'change', at: 77 } : null));
    const id = await rig.start(photo.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      reason: {
        code: 'bytes-differ',
        values: { what: 'part', part: 5, parts: 5, name: 'photo.jpg', network: 'not-set' },
      },
    });
    expect(rig.seen()).toEqual([]);
    // Proven parts are not downloaded again.
    rig.gateway.breakWith(() => null);
    const before = rig.gateway.asked.length;
    await rig.retrievals.retry(id);
    expect(await rig.state(id, 'saved')).toMatchObject({ fileName: 'photo.jpg' });
    const askedAgain = photo.partIds.filter((partId) => rig.gateway.asked.includes(partId, before));
    expect(askedAgain).toContain(photo.partIds[4]);
    // The last part is asked for once another one is proven.
    expect(askedAgain.length).toBeLessThan(5);
  });

  test('of which the service gives another one’s bytes takes that one from the network', async () => {
    const network = new Map<string, Uint8Array>();
    const rig = await openRetrievalRig({ network });
    const photo = await submitInParts(rig, bytesOf(300 * KIB), { partSize: 100 * KIB });
    const [first = '', second = ''] = photo.partIds;
    network.set(second, photo.bytes.slice(100 * KIB, 200 * KIB));
    rig.gateway.breakWith((id) => (id === second ? { kind: 'other', id: first } : null));
    const id = await rig.start(photo.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
    expect(readFileSync(join(rig.downloads, 'photo.jpg')).equals(photo.bytes)).toBe(true);
  });

  test('goes on after the app was ended in the middle, and asks for no proven part again', async () => {
    const rig = await openRetrievalRig();
    const photo = await submitInParts(rig, bytesOf(1000 * KIB), { partSize: 50 * KIB });
    const held = Promise.withResolvers<void>();
    const late = new Set(photo.partIds.slice(10));
    rig.gateway.breakWith((id) => (late.has(id) ? { kind: 'hold', until: held.promise } : null));
    const id = await rig.start(photo.id);
    await rig.until(() => {
      const state = rig.find(id)?.state;
      return state?.kind === 'fetching' && state.parts?.done === 10 ? true : undefined;
    });
    expect(rig.seen()).toEqual([]);
    await rig.restart();
    expect(rig.seen()).toEqual([]);
    held.resolve();
    rig.gateway.breakWith(() => null);
    const before = rig.gateway.asked.length;
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', fileName: 'photo.jpg' });
    expect(readFileSync(join(rig.downloads, 'photo.jpg')).equals(photo.bytes)).toBe(true);
    const asked = rig.gateway.asked.slice(before);
    expect(asked.filter((one) => photo.partIds.slice(0, 10).includes(one))).toEqual([]);
  });

  test('follows a manifest that is in parts itself', async () => {
    const rig = await openRetrievalRig();
    const photo = await submitInParts(rig, bytesOf(100 * KIB), { partSize: 10 * KIB });
    const outer = await submitInParts(rig, photo.text, { partSize: 1_000, kind: 'manifest' });
    const id = await rig.start(outer.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', fileName: 'photo.jpg' });
    expect(readFileSync(join(rig.downloads, 'photo.jpg')).equals(photo.bytes)).toBe(true);
  });

  test('is refused if more than four manifests lead to it', async () => {
    const rig = await openRetrievalRig();
    let top = await submitInParts(rig, bytesOf(10), { partSize: 10 });
    for (let above = 0; above < 4; above += 1) {
      top = await submitInParts(rig, top.text, { partSize: 1_000, kind: 'manifest' });
    }
    const id = await rig.start(top.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'manifest-damaged' } });
  });

  test('is not started twice', async () => {
    const rig = await openRetrievalRig();
    const photo = await submitInParts(rig, bytesOf(100 * KIB), { partSize: 10 * KIB });
    const [one, two] = [await rig.start(photo.id), await rig.start(photo.id)];
    expect(one).toBe(two);
    await rig.state(one, 'saved', 'failed');
    expect(rig.seen()).toEqual(['photo.jpg']);
  });

  test('is gone, hidden folder and all, when it is cancelled', async () => {
    const rig = await openRetrievalRig();
    const photo = await submitInParts(rig, bytesOf(100 * KIB), { partSize: 10 * KIB });
    const held = Promise.withResolvers<void>();
    rig.gateway.breakWith((id) => (id === photo.partIds[5] ? { kind: 'hold', until: held.promise } : null));
    const id = await rig.start(photo.id);
    await rig.state(id, 'fetching');
    await rig.retrievals.dismiss(id);
    held.resolve();
    expect([rig.seen(), rig.workFolders()]).toEqual([[], []]);
    expect(rig.retrievals.list()).toEqual([]);
  });
});
