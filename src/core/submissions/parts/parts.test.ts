import { afterEach, describe, expect, test, vi } from 'vitest';
import { Digests } from '../../digests/index.ts';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { expectWhole, partsOf, photo, rejoined } from './parts.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const MIB = 1024 * 1024;
const dialects = ['documented', 'deployed', 'credits'] as const;
const none: Fault = { kind: 'none' };

const said = (status: number, body: string, forwarded = false): Fault => ({
  kind: 'answer',
  forwarded,
  status,
  headers: {},
  body,
});

describe.each(dialects)('with a %s service', (dialect) => {
  test('a file of 5 MB under a limit of 1 MiB is sent in parts with a manifest', async () => {
    const rig = await openRig({ service: { dialect, payloadLimitBytes: MIB } });
    const content = photo(5_000_000);
    await rig.drop({ 'photo.jpg': content });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    expect(rig.named('photo.jpg').parts).toMatchObject({
      partSize: MIB,
      total: 6,
      submittedBytes: 5_000_000,
      counts: { confirmed: 6 },
    });
    const made = partsOf(rig, 'photo.jpg');
    expect(made.map(({ number, kind, attempts }) => `${number} ${kind} ${attempts}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `${number} slice 1`),
      '6 manifest 1',
    ]);
    await expectWhole(rig, 'photo.jpg', content);
  });

  test('a manifest above the limit is sent in parts too', async () => {
    const rig = await openRig({ service: { dialect, payloadLimitBytes: 2_000 } });
    const content = photo(20_000);
    await rig.drop({ 'photo.jpg': content });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'photo.jpg', content);
    expect(partsOf(rig, 'photo.jpg').filter(({ kind }) => kind === 'manifest').length).toBeGreaterThan(2);
  });

  test('a part with a lost answer is found in the records and not paid for again', async () => {
    let slices = 0;
    const rig = await openRig({
      service: { dialect, payloadLimitBytes: 100_000 },
      nextFault: (bytes) => {
        if (bytes !== 100_000) return none;
        slices += 1;
        return slices === 4 ? { kind: 'reset-when-whole', forwarded: true } : none;
      },
    });
    const content = photo(1_000_000);
    await rig.drop({ film: content });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'film', content);
  });
});

test('the first large file finds the limit, and nothing is paid for twice', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: 100_000 } });
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`${at}`, photo(at % 4 === 3 ? 250_000 : 2_000, at)]),
  );
  await rig.drop(files);
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  for (const [name, content] of Object.entries(files)) {
    expect([name, rig.named(name).state.kind]).toEqual([name, 'confirmed']);
    expect(rig.named(name).parts?.total ?? 1).toBe(content.length > 100_000 ? 4 : 1);
  }
  expect(await rig.ledger()).toHaveLength(9 + 3 * 4);
});

test('a part whose record has other bytes is named with its file', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: MIB } });
  await rig.drop({ 'letter.txt': Buffer.from('A letter') });
  await rig.untilAll('confirmed');
  rig.service.misbehave({ arriving: 'changed-byte-once' });
  await rig.drop({ 'photo.jpg': photo(2_500_000) });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  const { state } = rig.named('photo.jpg');
  expect(state).toMatchObject({
    kind: 'confirmed',
    other: { of: 'unknown', part: { number: expect.any(Number), kind: 'slice' } },
  });
});

test('refused parts become smaller in place', async () => {
  const rig = await openRig({ nextFault: (bytes) => (bytes > 300_000 ? said(413, '') : none) });
  const content = photo(3_000_000);
  await rig.drop({ film: content });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expect(rig.named('film').parts).toMatchObject({ partSize: MIB / 4 });
  await expectWhole(rig, 'film', content);
});

test('a file whose smallest parts are too large is rejected', async () => {
  const rig = await openRig({ nextFault: (bytes) => (bytes > 500 ? said(413, '') : none) });
  await rig.drop({ film: photo(5_000) });
  await rig.untilAll('rejected', 'incomplete');
  expect(rig.named('film').state).toMatchObject({ kind: 'rejected', reason: { code: 'too-large' } });
});

test('a failed part leaves the file incomplete, and a retry continues from there', async () => {
  let refuses = true;
  let slices = 0;
  const rig = await openRig({
    service: { payloadLimitBytes: 100_000 },
    nextFault: (bytes) => {
      if (bytes !== 100_000) return none;
      slices += 1;
      return slices >= 4 && refuses ? said(400, '{"error":"not today"}') : none;
    },
  });
  const content = photo(1_000_000);
  await rig.drop({ film: content });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expect(rig.named('film').state).toMatchObject({ kind: 'incomplete', reason: { code: 'rejected' } });
  refuses = false;
  await rig.submissions.commands.retry([rig.named('film').id], agreed);
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  await expectWhole(rig, 'film', content);
});

test('a file is read twice: once for its digests, and once slice by slice', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: 20_000 } });
  await rig.drop({ 'learns.jpg': photo(50_000, 2) });
  await rig.untilAll('confirmed');
  const [whole, slices] = [vi.spyOn(Digests.prototype, 'digest'), vi.spyOn(Digests.prototype, 'slice')];
  await rig.drop({ film: photo(300_000) });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expect(rig.named('film').state.kind).toBe('confirmed');
  const offsets = slices.mock.calls.map(([, { offset }]) => offset).sort((one, other) => one - other);
  const [readWhole, readInSlices] = [whole.mock.calls.length, slices.mock.calls.length];
  expect([readWhole, readInSlices]).toEqual([1, 15]);
  expect(offsets).toEqual(Array.from({ length: 15 }, (_, at) => at * 20_000));
});

test('the same bytes within a file are paid for once', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: 100_000 } });
  const content = Buffer.concat([Buffer.alloc(500_000), photo(100_000), Buffer.alloc(300_000)]);
  await rig.drop({ disk: content });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  const { state } = rig.named('disk');
  const { content: back } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
  expect(back.equals(content)).toBe(true);
  expect(await rig.ledger()).toHaveLength(3);
  expect(partsOf(rig, 'disk').filter(({ wasThere }) => wasThere)).toHaveLength(7);
  const costs = (await rig.ledger()).reduce((sum, { fees }) => sum + BigInt(fees ?? 0), 0n);
  expect(rig.named('disk').cost?.amount).toBe(String(costs));
});

test.each(dialects)('a pause, a cancel and a retry send nothing twice to a %s service', async (dialect) => {
  let slices = 0;
  const waiting = new Map<number, () => void>();
  const rig = await openRig({
    service: { dialect, payloadLimitBytes: 20_000 },
    nextFault: (bytes) => {
      if (bytes === 20_000) waiting.get(++slices)?.();
      return none;
    },
  });
  /** Resolves while the slice with this number is sent. */
  const onItsWay = (number: number): Promise<void> => new Promise((resolve) => waiting.set(number, resolve));
  const content = photo(1_500_000);
  const [tenth, thirtieth] = [onItsWay(10), onItsWay(30)];
  await rig.drop({ film: content });
  await tenth;
  await rig.submissions.commands.pause([rig.named('film').id]);
  expect(rig.named('film').state.kind).toBe('paused');
  await rig.until(() => rig.named('film').parts?.counts.sending === 0);
  expect(slices).toBeLessThan(30);
  await rig.submissions.commands.resume([rig.named('film').id]);
  await thirtieth;
  await rig.submissions.commands.cancel([rig.named('film').id]);
  expect(rig.named('film').state.kind).toBe('cancelled');
  await rig.until(() => rig.named('film').parts?.counts.sending === 0);
  await rig.submissions.commands.retry([rig.named('film').id], agreed);
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  await expectWhole(rig, 'film', content);
});

test.each(dialects)(
  'a kill between two parts loses nothing and pays nothing twice to a %s service',
  { timeout: 120_000 },
  async (dialect) => {
    const rig = await openRig({ service: { dialect, payloadLimitBytes: 100_000 } });
    const content = photo(1_200_000);
    await rig.drop({ film: content });
    for (const bytes of [1, 100_001, 400_001, 800_001, 1_100_001]) {
      await rig.until(
        () => (rig.named('film').parts?.submittedBytes ?? 0) >= bytes || rig.named('film').state.kind !== 'in-parts',
      );
      await rig.restart();
    }
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'film', content);
    await rig.restart();
    expect(rig.named('film')).toMatchObject({ state: { kind: 'confirmed' }, parts: { counts: { confirmed: 13 } } });
  },
);

test('a part cannot be cancelled, paused or removed without its row', async () => {
  let most = 60_000;
  const submitted = (): number => rig.all().reduce((bytes, { parts }) => bytes + (parts?.submittedBytes ?? 0), 0);
  const rig: Rig = await openRig({ service: { payloadLimitBytes: 20_000 }, canSubmit: () => submitted() < most });
  await rig.submissions.changeSettings(accountId, { atOnce: 1 });
  const content = photo(400_000);
  await rig.drop({ film: content });
  let ids: number[] = [];
  await rig.until(() => {
    ids = partsOf(rig, 'film').flatMap(({ id, state }) => (state.kind === 'waiting' ? [id] : []));
    return submitted() >= most && ids.length >= 3;
  });
  expect(await rig.submissions.removals.remove(ids.slice(0, 1))).toBeNull();
  await rig.submissions.commands.cancel(ids.slice(1, 2));
  await rig.submissions.commands.pause(ids.slice(2, 3));
  most = Number.POSITIVE_INFINITY;
  rig.submissions.queue.wake();
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  await expectWhole(rig, 'film', content);
});

test('the spending limit holds a file before its first part', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: 100_000 }, isPractice: () => true });
  await rig.drop({ first: photo(100_000, 7) });
  await rig.untilAll('confirmed');
  const price = BigInt(rig.named('first').cost?.amount ?? 0);
  await rig.drop({ learns: photo(150_000, 8) });
  await rig.untilAll('confirmed');
  await rig.submissions.changeSettings(accountId, { spendingLimit: { amount: String(price * 5n), token: null } });
  await rig.drop({ film: photo(1_000_000) });
  await rig.untilAll('confirmed', 'paused');
  expect(rig.named('film').state).toMatchObject({ why: { kind: 'unapproved' } });
  const ledger = await rig.ledger();
  await rig.submissions.commands.approve([rig.named('film').id], false);
  await rig.until(() => rig.named('film').state.kind === 'paused');
  expect(rig.named('film').state).toMatchObject({ why: { kind: 'beyond-spending-limit' } });
  expect(await rig.ledger()).toHaveLength(ledger.length);
  await rig.submissions.commands.resume([rig.named('film').id], 'beyond-spending-limit');
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expect(await rig.ledger()).toHaveLength(ledger.length + 11);
});
