import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchCost, CostEstimate } from '../../../../shared/bridge/submissions.ts';
import { batchStatuses, noFiles } from '../../../../shared/submissions/batch-status.ts';
import { costWords } from './cost-words.ts';

const eth = { token: 'ethereum', decimals: 18 };
const none: BatchCost = { ...eth, known: '0', estimated: '0' };
/** Nothing of it has a cost that is still to be told. */
const over = { counts: noFiles };
const unit = 10n ** 14n;
const of = (tenThousandths: bigint): string => String(tenThousandths * unit);

const told = (...costs: readonly Partial<BatchCost>[]): readonly string[] =>
  costWords({ ...over, costs: costs.map((cost) => ({ ...none, ...cost })), estimate: null, filesWithoutCost: 0 }, true)
    .totals;

test('the cost of a batch is shown to the last digit once all of it is known', () => {
  expect(told({ known: '3100000000000001' })).toEqual(['Cost 0.003100000000000001 ethereum']);
});

test('one sentence has the total and the part that is spent, and no number twice', () => {
  expect(told({ known: of(31n), estimated: of(103n) })).toEqual(['About 0.0134 ethereum in all, 0.0031 spent so far']);
  expect(told({ estimated: of(103n) })).toEqual(['About 0.0103 ethereum in all']);
});

test('a total that only files of one size have told is the most that it can be', () => {
  expect(told({ known: '110000000000000', estimated: '176000000000000', atMost: true })).toEqual([
    'At most 0.000286 ethereum in all, 0.00011 spent so far',
  ]);
});

test('several tokens are added up apart', () => {
  expect(told({ known: of(31n) }, { token: 'usd', decimals: 0, known: '7' })).toEqual([
    'Cost 0.0031 ethereum',
    'Cost 7 usd',
  ]);
});

test('nothing is said where nothing was paid, nor is to be', () => {
  expect(told({})).toEqual([]);
});

const estimate = (covered: boolean | null): CostEstimate => ({
  cost: { ...eth, amount: '5' },
  balance: covered === null ? null : '1',
  covered,
});
const notes = (given: CostEstimate | null, filesWithoutCost = 0) =>
  costWords({ ...over, costs: [], estimate: given, filesWithoutCost }, true).notes;

test('the money sentence says when the balance is enough, and a warning when it is not', () => {
  const covered = costWords(
    { ...over, costs: [{ ...none, known: of(1n), estimated: '5' }], estimate: estimate(true), filesWithoutCost: 0 },
    true,
  );
  expect(covered.totals[0]).toMatch(/spent so far, covered by the balance$/);
  expect(covered.notes).toEqual([]);
  expect(notes(estimate(false))).toMatchObject([{ tone: 'warn' }]);
  expect(notes(estimate(null))).toEqual([]);
});

test('files whose cost no record tells are counted', () => {
  expect(notes(null, 1)).toMatchObject([{ text: 'The service does not say what 1 file cost.' }]);
  expect(notes(null, 1200)).toMatchObject([{ text: 'The service does not say what 1,200 files cost.' }]);
});

const unknownFor = (readsRecords: boolean) =>
  batchStatuses.filter(
    (status) =>
      costWords({ counts: { ...noFiles, [status]: 1 }, costs: [], estimate: null, filesWithoutCost: 0 }, readsRecords)
        .notes[0]?.text === 'The cost is not known yet.',
  );

test('“not known yet” is said from the beginning while a cost is to come', () => {
  expect(unknownFor(true)).toEqual(['toGo', 'sending', 'checking', 'submitted', 'paused']);
  const sending = { counts: { ...noFiles, sending: 1 }, filesWithoutCost: 0 };
  expect(costWords({ ...sending, costs: [{ ...none, known: '5' }], estimate: null }, true).notes).toEqual([]);
  expect(costWords({ ...sending, costs: [], estimate: estimate(null) }, true).notes).toEqual([]);
});

test('“not known yet” is not said to an account that can never learn costs, nor of a known cost of zero', () => {
  expect(unknownFor(false)).toEqual([]);
  const free = { counts: { ...noFiles, submitted: 1 }, costs: [none], estimate: null, filesWithoutCost: 0 };
  expect(costWords(free, true)).toEqual({ totals: [], notes: [] });
});

test('an estimate never promises less than it was given', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (amount) => {
      const [total] = told({ token: null, decimals: 0, estimated: String(amount) });
      const shown = BigInt(total?.replace(/\D/g, '') ?? '0');
      expect(shown >= amount && shown <= amount + amount / 100n).toBe(true);
    }),
  );
});
