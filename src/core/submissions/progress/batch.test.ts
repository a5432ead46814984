import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allOf,
  type BatchStatus,
  batchStatuses,
  batchStatusOf,
  noFiles,
} from '../../../shared/submissions/batch-status.ts';
import { isYetToBeSent, type SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { submission } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { Batch } from './batch.ts';

const at = '2026-05-03T12:00:00.000Z';

const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
const until = '2026-05-03T12:02:00.000Z';
const reason = { code: 'internal' } as const;
const checking: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until } };
const cannotTell: SubmissionState = {
  kind: 'unsettled',
  since: at,
  reason,
  check: { kind: 'cannot-tell', why: 'no-records' },
};
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-user' } };
const of = { localId: 9, name: 'x', submissionId: null, at };
const duplicate: SubmissionState = { kind: 'paused', why: { kind: 'duplicate', of } };

/** The batch that a new addition belongs to. */
function forNew(batch: Batch): number {
  const to = batch.beginAddition();
  batch.endAddition();
  return to;
}

const confirmed: SubmissionState = { kind: 'confirmed', submissionId: 'x', at };
const states: readonly SubmissionState[] = [
  { kind: 'waiting' },
  { kind: 'preparing' },
  { kind: 'retrying', until, reason },
  { kind: 'sending', attempt: 1 },
  submitted,
  confirmed,
  { kind: 'delayed', submissionId: 'x', at, reason },
  { kind: 'rejected', reason },
  { kind: 'cancelled' },
  paused,
  duplicate,
  checking,
  cannotTell,
];

test('totals kept by addition equal totals counted from the start, after any events', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ id: fc.integer({ min: 1, max: 6 }), state: fc.constantFrom(...states), gone: fc.boolean() }),
      ),
      (steps) => {
        const batch = new Batch(() => 0);
        const blocker = submission(99, 7, { kind: 'waiting' });
        batch.observe(blocker);
        const model = new Map<number, StoredSubmission>([[99, blocker]]);
        for (const { id, state, gone } of steps) {
          if (gone) {
            batch.forget(id);
            model.delete(id);
            continue;
          }
          const changed = submission(id, id * 10, state);
          batch.observe(changed);
          model.set(id, changed);
        }
        const left = [...model.values()];
        const bytes = (...wanted: readonly BatchStatus[]): number =>
          left.reduce((sum, { size, state }) => sum + (wanted.includes(batchStatusOf(state)) ? (size ?? 0) : 0), 0);
        const gone = bytes('submitted', 'delayed', 'confirmed', 'checking', 'notKnown');
        const totals = batch.totals();
        for (const status of batchStatuses) {
          expect(totals.counts[status]).toBe(left.filter(({ state }) => batchStatusOf(state) === status).length);
        }
        expect(allOf(totals.counts)).toBe(model.size);
        expect(totals.bytes).toEqual({
          all: gone + bytes('toGo', 'sending', 'paused', 'undecided'),
          gone,
          submitted: bytes('submitted', 'delayed', 'confirmed'),
          byStatus: Object.fromEntries(batchStatuses.map((status) => [status, bytes(status)])),
        });
        const unsent = left.filter(({ state }) => isYetToBeSent(state));
        expect(batch.unsent()).toMatchObject({
          submissions: unsent.length,
          bytes: unsent.reduce((sum, { size }) => sum + (size ?? 0), 0),
          billed: unsent.reduce((sum, { size }) => sum + Math.max(1_024, size ?? 0), 0),
        });
      },
    ),
  );
});

test('a new batch starts when a file is added after everything was done', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 10, { kind: 'waiting' }));
  expect(forNew(batch)).toBe(1);
  batch.observe(submission(1, 10, submitted));
  expect(forNew(batch)).toBe(2);
  batch.observe(submission(2, 20, { kind: 'waiting' }, 2));
  expect(batch.totals()).toMatchObject({ counts: { ...noFiles, toGo: 1 }, bytes: { all: 20 } });
});

test('a refused file keeps no batch open: the next drop has its own counters and spending', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 10, submitted));
  batch.charge(1, { amount: 7n, token: 'ETH' });
  batch.observe(submission(2, 10, { kind: 'rejected', reason }));
  const next = forNew(batch);
  batch.observe(submission(3, 20, { kind: 'waiting' }, next));
  expect(batch.totals().counts).toEqual({ ...noFiles, toGo: 1 });
  expect(batch.spent('ETH')).toBe(0n);
});

test('all that is added before an addition is over belongs to its batch, though its files are done', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 10, submitted));
  expect(batch.beginAddition()).toBe(2);
  expect(forNew(batch)).toBe(2);
  batch.observe(submission(2, 20, submitted, 2));
  expect(forNew(batch)).toBe(2);
  batch.endAddition();
  expect(forNew(batch)).toBe(3);
});

test('a batch is not over while a file is checked, and is over once only the user can decide', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 10, submitted));
  batch.observe(submission(2, 20, { kind: 'sending', attempt: 1 }));
  batch.sent({ id: 2, done: 20, total: 20 });
  batch.observe(submission(2, 20, checking));
  expect(batch.totals()).toMatchObject({
    counts: { ...noFiles, submitted: 1, checking: 1 },
    bytes: { all: 30, gone: 30, submitted: 10 },
    moving: { files: 0 },
  });
  expect(forNew(batch)).toBe(1);
  batch.observe(submission(2, 20, cannotTell));
  expect(batch.totals()).toMatchObject({ counts: { ...noFiles, submitted: 1, notKnown: 1 } });
  expect(forNew(batch)).toBe(2);
});

test('a file of an earlier batch that is checked once more does not bring that batch back', () => {
  const batch = new Batch(() => 0, 4);
  batch.observe(submission(1, 10, submitted, 4));
  batch.observe(submission(2, 10, checking, 3));
  expect(batch.totals().counts).toEqual({ ...noFiles, submitted: 1 });
  batch.observe(submission(2, 10, { kind: 'waiting' }, 3));
  expect(batch.totals().counts).toEqual({ ...noFiles, submitted: 1, toGo: 1 });
});

test('after a restart a batch still counts what was done before', () => {
  const batch = new Batch(() => 0, 4);
  batch.observe(submission(1, 10, submitted, 4));
  batch.observe(submission(2, 10, { kind: 'waiting' }, 4));
  batch.observe(submission(3, 10, submitted, 3));
  expect(batch.totals().counts).toEqual({ ...noFiles, submitted: 1, toGo: 1 });
});

test('rates come from the bytes that the socket has taken and the files that are done', () => {
  let now = 0;
  const batch = new Batch(() => now);
  for (const id of [1, 2, 3]) batch.observe(submission(id, 1000, { kind: 'waiting' }));
  batch.totals();
  now = 1000;
  batch.sent({ id: 1, done: 1000, total: 1000 });
  batch.observe(submission(1, 1000, submitted));
  batch.observe(submission(2, 1000, { kind: 'sending', attempt: 1 }));
  batch.sent({ id: 2, done: 250, total: 1000 });
  expect(batch.totals()).toMatchObject({
    bytes: { all: 3000, gone: 1250, submitted: 1000 },
    bytesPerSecond: 1250,
    filesPerSecond: 1,
    moving: { files: 2, bytes: 1750 },
  });
});

test('bytes of a failed attempt no longer count', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 1000, { kind: 'waiting' }));
  batch.sent({ id: 1, done: 900, total: 1000 });
  batch.stopped(1);
  expect(batch.totals().bytes.gone).toBe(0);
});

test('no speed is shown once the last file that was being sent is stopped', () => {
  let now = 0;
  const batch = new Batch(() => now);
  batch.observe(submission(1, 1000, { kind: 'sending', attempt: 1 }));
  batch.totals();
  now = 1000;
  batch.sent({ id: 1, done: 900, total: 1000 });
  expect(batch.totals().bytesPerSecond).toBe(900);
  batch.observe(submission(1, 1000, { kind: 'cancelled' }));
  expect(batch.totals()).toMatchObject({ bytesPerSecond: null, bytes: { all: 0, gone: 0, submitted: 0 } });
});

test('a batch with files that wait for the user is not over', () => {
  for (const state of [paused, duplicate]) {
    const batch = new Batch(() => 0);
    batch.observe(submission(1, 10, submitted));
    batch.observe(submission(2, 10, state));
    expect(forNew(batch)).toBe(1);
  }
});

test('the spent amount is the sum of the latest cost of each file', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n })))),
      (charges) => {
        const batch = new Batch(() => 0);
        for (const [id, amount] of charges) batch.charge(id, amount === null ? null : { amount, token: 'ETH' });
        const last = new Map(charges);
        expect(batch.spent('ETH')).toBe([...last.values()].reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n));
      },
    ),
  );
});

test('spending is counted by token, and spending with an unknown token counts for each', () => {
  const batch = new Batch(() => 0);
  batch.charge(1, { amount: 7n, token: 'ETH' });
  batch.charge(2, { amount: 5n, token: 'USDC' });
  batch.charge(3, { amount: 2n, token: null });
  expect([batch.spent('ETH'), batch.spent('USDC'), batch.spent('other'), batch.spent(null)]).toEqual([9n, 7n, 2n, 14n]);
  batch.charge(1, { amount: 1n, token: 'USDC' });
  expect([batch.spent('ETH'), batch.spent('USDC')]).toEqual([2n, 8n]);
});

test('a negative charge makes no room for others: the estimate stays', () => {
  const batch = new Batch(() => 0);
  batch.charge(1, { amount: 1_000n, token: 'ETH' });
  batch.charge(1, { amount: -1_000_000n, token: 'ETH' });
  batch.charge(2, { amount: -1_000_000n, token: 'ETH' });
  expect(batch.spent('ETH')).toBe(1_000n);
});

test('reading a file before it is sent is shown, and is not counted as sent', () => {
  const batch = new Batch(() => 0);
  const progress = { id: 1, done: 400, total: 1000 };
  batch.read(progress);
  expect(batch.progress()).toEqual([]);
  batch.observe(submission(1, 1000, { kind: 'preparing' }));
  batch.read(progress);
  expect(batch.progress()).toEqual([progress]);
  expect(batch.totals()).toMatchObject({ bytesTaken: 0, bytes: { all: 1000, gone: 0 }, bytesPerSecond: null });
  batch.observe(submission(1, 1000, { kind: 'waiting' }));
  expect(batch.progress()).toEqual([]);
});
