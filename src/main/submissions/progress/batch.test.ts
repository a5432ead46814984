import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
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
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };
const of = { localId: 9, name: 'x', submissionId: null, at };
const duplicate: SubmissionState = { kind: 'paused', why: { kind: 'duplicate', of } };

/** The batch that something added now belongs to. */
function forNew(batch: Batch): number {
  const to = batch.beginAddition();
  batch.endAddition();
  return to;
}

test('totals kept by addition equal totals counted anew, whatever happens in whatever order', () => {
  const states: SubmissionState[] = [
    { kind: 'waiting' },
    { kind: 'sending', attempt: 1 },
    submitted,
    { kind: 'cancelled' },
    paused,
    duplicate,
    checking,
    cannotTell,
  ];
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
        const among = (...kinds: string[]) => [...model.values()].filter(({ state }) => kinds.includes(state.kind));
        const sum = (submissions: readonly StoredSubmission[]): number =>
          submissions.reduce((total, { size }) => total + (size ?? 0), 0);
        const inState = (wanted: SubmissionState) => [...model.values()].filter(({ state }) => state === wanted);
        const done = [...among('submitted', 'cancelled'), ...inState(cannotTell)];
        const moving = among('waiting', 'sending');
        const unsent = [...among('waiting'), ...among('paused').filter(({ state }) => state === paused)];
        expect(batch.totals()).toMatchObject({
          files: model.size,
          filesDone: done.length,
          filesNeedingYou: inState(cannotTell).length,
          bytes: sum([...model.values()]),
          bytesDone: sum(done) + sum(inState(checking)),
          moving: { files: moving.length, bytes: sum(moving) },
          checking: { files: inState(checking).length },
        });
        expect(batch.unsent()).toEqual({ files: unsent.length, bytes: BigInt(sum(unsent)) });
      },
    ),
  );
});

test('a batch starts anew when something is added after everything was done', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 10, { kind: 'waiting' }));
  expect(forNew(batch)).toBe(1);
  batch.observe(submission(1, 10, submitted));
  expect(forNew(batch)).toBe(2);
  batch.observe(submission(2, 20, { kind: 'waiting' }, 2));
  expect(batch.totals()).toMatchObject({ files: 1, filesDone: 0, bytes: 20 });
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

test('a batch is not over while a file of it is checked, and is once the records can’t tell', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 10, submitted));
  batch.observe(submission(2, 20, { kind: 'sending', attempt: 1 }));
  batch.sent({ id: 2, done: 20, total: 20 });
  batch.observe(submission(2, 20, checking));
  expect(batch.totals()).toMatchObject({
    filesDone: 1,
    bytesDone: 30,
    moving: { files: 0 },
    checking: { files: 1, until: Date.parse(until) },
  });
  expect(forNew(batch)).toBe(1);
  batch.observe(submission(2, 20, cannotTell));
  expect(batch.totals()).toMatchObject({ filesDone: 2, filesNeedingYou: 1, bytesDone: 30, checking: { files: 0 } });
  expect(forNew(batch)).toBe(2);
});

test('a file of an earlier batch that is checked once more does not bring that batch back', () => {
  const batch = new Batch(() => 0, 4);
  batch.observe(submission(1, 10, submitted, 4));
  batch.observe(submission(2, 10, checking, 3));
  expect(batch.totals()).toMatchObject({ files: 1, filesDone: 1 });
  batch.observe(submission(2, 10, { kind: 'waiting' }, 3));
  expect(batch.totals()).toMatchObject({ files: 2, filesDone: 1 });
});

test('after a restart a batch still counts what was done before', () => {
  const batch = new Batch(() => 0, 4);
  batch.observe(submission(1, 10, submitted, 4));
  batch.observe(submission(2, 10, { kind: 'waiting' }, 4));
  batch.observe(submission(3, 10, submitted, 3));
  expect(batch.totals()).toMatchObject({ files: 2, filesDone: 1 });
});

test('rates come from the bytes that the socket has taken and the files that are done', () => {
  let now = 0;
  const batch = new Batch(() => now);
  for (const id of [1, 2, 3]) batch.observe(submission(id, 1000, { kind: 'waiting' }));
  batch.totals();
  now = 1000;
  batch.sent({ id: 1, done: 1000, total: 1000 });
  batch.observe(submission(1, 1000, submitted));
  batch.sent({ id: 2, done: 250, total: 1000 });
  expect(batch.totals()).toMatchObject({
    bytesDone: 1250,
    bytesPerSecond: 1250,
    filesPerSecond: 1,
    moving: { files: 2, bytes: 1750 },
  });
});

test('bytes of a try that failed count no more', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 1000, { kind: 'waiting' }));
  batch.sent({ id: 1, done: 900, total: 1000 });
  batch.stopped(1);
  expect(batch.totals().bytesDone).toBe(0);
});

test('what is spent is the sum of what each file was last said to cost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n })))),
      (charges) => {
        const batch = new Batch(() => 0);
        for (const [id, amount] of charges) batch.charge(id, amount);
        const last = new Map(charges);
        expect(batch.spent).toBe([...last.values()].reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n));
      },
    ),
  );
});

test('a charge below nothing makes no room for others: what was estimated stays', () => {
  const batch = new Batch(() => 0);
  batch.charge(1, 1_000n);
  batch.charge(1, -1_000_000n);
  batch.charge(2, -1_000_000n);
  expect(batch.spent).toBe(1_000n);
});
