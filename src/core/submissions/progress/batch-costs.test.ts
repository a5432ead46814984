import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cost, EstimatedCost } from '../../../shared/submissions/cost.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import type { Load } from '../journal/load.ts';
import { submission } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { Batch } from './batch.ts';

const at = '2026-05-03T12:00:00.000Z';
const reason = { code: 'internal' } as const;
const eth = (amount: string): Cost => ({ amount, token: 'ethereum', decimals: 18 });
const paid = (id: number, cost: Cost | null, state: SubmissionState = confirmed): StoredSubmission => ({
  ...submission(id, 10, state),
  cost,
});
const confirmed: SubmissionState = { kind: 'confirmed', submissionId: 'x', at };
const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
/** Costs one base unit for each byte. */
const byByte = ({ bytes }: Load): EstimatedCost => ({ cost: eth(String(bytes)) });

test('known costs and the estimate of everything else are two sums', () => {
  const batch = new Batch(() => 0);
  batch.observe(paid(1, eth('7')));
  batch.observe(paid(2, eth('5'), { kind: 'delayed', submissionId: 'x', at, reason }));
  batch.observe(submission(3, 20, submitted));
  batch.observe(submission(4, 30, { kind: 'sending', attempt: 1 }));
  batch.observe(submission(5, 40, { kind: 'waiting' }));
  batch.observe(submission(6, 50, { kind: 'paused', why: { kind: 'by-user' } }));
  batch.observe(submission(7, 60, { kind: 'cancelled' }));
  expect(batch.costs(byByte)).toEqual([{ token: 'ethereum', decimals: 18, known: '12', estimated: '140' }]);
});

test('a known cost of zero is a cost', () => {
  const batch = new Batch(() => 0);
  batch.observe(paid(1, eth('0')));
  expect(batch.costs(byByte)).toEqual([{ token: 'ethereum', decimals: 18, known: '0', estimated: '0' }]);
});

test('an estimate from files of one size is an upper bound', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 20, submitted));
  expect(batch.costs((load) => ({ ...byByte(load), accuracy: 'at-most' }))[0]?.accuracy).toBe('at-most');
});

test('a private file without its copy counts with its largest encrypted size', () => {
  const batch = new Batch(() => 0);
  const encryption = { readers: { kind: 'passphrase' as const }, copy: null };
  batch.observe({ ...submission(1, 2_000, { kind: 'waiting' }), encryption });
  expect(batch.unsent()).toMatchObject({ bytes: 2_216, bounds: 1 });
});

test('a file whose cost no record states is counted, and is in no sum', () => {
  const batch = new Batch(() => 0);
  batch.observe(paid(1, null));
  batch.observe(paid(2, eth('a lot')));
  batch.observe(paid(3, eth('-5')));
  expect(batch.costs(byByte)).toEqual([]);
  expect(batch.filesWithoutCost).toBe(3);
});

test('count, bytes and cost of a file leave together with its row, and come back together with it', () => {
  const batch = new Batch(() => 0);
  const told = () => ({ ...batch.totals(), costs: batch.costs(byByte), withoutCost: batch.filesWithoutCost });
  batch.observe(submission(9, 1, { kind: 'waiting' }));
  const alone = told();
  const rows = [
    paid(1, eth('7')),
    paid(2, null),
    submission(3, 20, submitted),
    paid(4, eth('5'), { kind: 'delayed', submissionId: 'x', at, reason }),
  ];
  for (const row of rows) batch.observe(row);
  const together = told();
  for (const { id } of rows) batch.forget(id);
  expect(told()).toEqual(alone);
  for (const row of rows) batch.observe(row);
  expect(told()).toEqual(together);
});

test('the spending limit counts paid files, also if their rows are removed', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(9, 1, { kind: 'waiting' }));
  batch.observe(paid(1, eth('7')));
  batch.charge(1, { amount: 7n, token: 'ETH' });
  batch.forget(1);
  expect(batch.spent('ETH')).toBe(7n);
  batch.observe(paid(1, eth('7')));
  expect(batch.spent('ETH')).toBe(7n);
});

test('sums are exact for any amounts, tokens and order, and equal those counted from the start', () => {
  const amounts = fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 60n }).map(String),
    fc.tuple(fc.nat(), fc.nat({ max: 999 })).map(([whole, part]) => `${whole}.${part}1`),
  );
  const step = fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    amount: fc.option(amounts),
    token: fc.constantFrom('ethereum', 'usd', null),
    gone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const batch = new Batch(() => 0);
      const anew = new Batch(() => 0);
      const last = new Map<number, StoredSubmission>();
      for (const { id, amount, token, gone } of steps) {
        const each = paid(id, amount === null ? null : { amount, token, decimals: 18 });
        batch.observe(each);
        last.set(id, each);
        if (!gone) continue;
        batch.forget(id);
        last.delete(id);
      }
      for (const each of last.values()) anew.observe(each);
      const sorted = (of: Batch) => of.costs(() => null).sort((a, b) => `${a.token}`.localeCompare(`${b.token}`));
      expect(sorted(batch)).toEqual(sorted(anew));
      expect(batch.filesWithoutCost).toBe(anew.filesWithoutCost);
    }),
  );
});
