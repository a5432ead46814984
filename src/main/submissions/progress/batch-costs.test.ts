import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cost } from '../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import type { Load } from '../cost/cost-history.ts';
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
/** One base unit for each byte. */
const byByte = ({ bytes }: Load): Cost => eth(String(bytes));

test('what is known, awaited, under way and to come are sums of their own', () => {
  const batch = new Batch(() => 0);
  batch.observe(paid(1, eth('7')));
  batch.observe(paid(2, eth('5'), { kind: 'failed', submissionId: 'x', reason }));
  batch.observe(submission(3, 20, submitted));
  batch.observe(submission(4, 30, { kind: 'sending', attempt: 1 }));
  batch.observe(submission(5, 40, { kind: 'waiting' }));
  batch.observe(submission(6, 50, { kind: 'paused', why: { kind: 'by-person' } }));
  batch.observe(submission(7, 60, { kind: 'cancelled' }));
  expect(batch.costs(byByte)).toEqual([
    { token: 'ethereum', decimals: 18, known: '12', awaited: '20', underWay: '30', toCome: '90' },
  ]);
});

test('a cost that no record tells is counted, and in no sum', () => {
  const batch = new Batch(() => 0);
  batch.observe(paid(1, null));
  batch.observe(paid(2, eth('a lot')));
  batch.observe(paid(3, eth('-5')));
  expect(batch.costs(byByte)).toEqual([]);
  expect(batch.filesWithoutCost).toBe(3);
});

test('what was paid for stays in the total when its row is taken off the list, and counts once when it comes back', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(9, 1, { kind: 'cancelled' }));
  batch.observe(paid(1, eth('7')));
  batch.forget(1);
  expect(batch.costs(() => null)).toMatchObject([{ known: '7' }]);
  batch.observe(paid(1, eth('7')));
  expect(batch.costs(() => null)).toMatchObject([{ known: '7' }]);
  expect(batch.totals().counts.confirmed).toBe(1);
});

test('what was never sent leaves the total with its row', () => {
  const batch = new Batch(() => 0);
  batch.observe(submission(1, 10, { kind: 'waiting' }));
  batch.forget(1);
  expect(batch.costs(byByte)).toEqual([]);
});

test('sums are exact whatever the amounts, tokens and order, and equal those counted anew', () => {
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
        if (gone) batch.forget(id);
      }
      for (const each of last.values()) anew.observe(each);
      const sorted = (of: Batch) => of.costs(() => null).sort((a, b) => `${a.token}`.localeCompare(`${b.token}`));
      expect(sorted(batch)).toEqual(sorted(anew));
      expect(batch.filesWithoutCost).toBe(anew.filesWithoutCost);
    }),
  );
});
