import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchCost, CostEstimate } from '../../../../shared/bridge/submissions.ts';
import { batchStatuses, noFiles } from '../../../../shared/submissions/batch-status.ts';
import { costWords } from './cost-words.ts';

const eth = { token: 'ethereum', decimals: 18 };
const none: BatchCost = { ...eth, known: '0', awaited: '0', underWay: '0', toCome: '0' };
/** Nothing of it has a cost that is still to be told. */
const over = { counts: noFiles };
const unit = 10n ** 14n;
const of = (tenThousandths: bigint): string => String(tenThousandths * unit);

const told = (...costs: readonly Partial<BatchCost>[]): readonly string[] =>
  costWords({
    ...over,
    costs: costs.map((cost) => ({ ...none, ...cost })),
    estimate: null,
    filesWithoutCost: 0,
  }).totals.map(({ total, parts }) => [total, ...parts].join(' | '));

test('what a batch has cost is told to the last digit once all of it is known', () => {
  expect(told({ known: '3100000000000001' })).toEqual(['Cost 0.003100000000000001 ethereum']);
});

test('one total holds what it has cost, what waits for a block, what is under way and what is to come', () => {
  expect(told({ known: of(31n), awaited: of(2n), underWay: of(1n), toCome: of(100n) })).toEqual([
    'About 0.0134 ethereum in all | 0.0031 so far | about 0.0002 for what waits for a block | about 0.0001 under way | about 0.01 to come',
  ]);
});

test('the parts that are shown come to the total that is shown', () => {
  const usd = { token: 'usd-coin', decimals: 5 };
  expect(told({ ...usd, known: '125', toCome: '1000000' })).toEqual([
    'About 10.00125 usd-coin in all | 0.00125 so far | about 10 to come',
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
  costWords({ ...over, costs: [], estimate: given, filesWithoutCost }).notes;

test('whether the balance is enough is said where it is known', () => {
  const covered = costWords({
    ...over,
    costs: [{ ...none, toCome: '5' }],
    estimate: estimate(true),
    filesWithoutCost: 0,
  });
  expect(covered.totals[0]?.parts.join()).toMatch(/to come, which the balance covers$/);
  expect(covered.notes).toEqual([]);
  expect(notes(estimate(false))).toMatchObject([{ tone: 'warn' }]);
  expect(notes(estimate(null))).toEqual([]);
});

test('files whose cost no record tells are counted', () => {
  expect(notes(null, 1)).toMatchObject([{ text: 'The service does not say what 1 file cost.' }]);
  expect(notes(null, 1200)).toMatchObject([{ text: 'The service does not say what 1,200 files cost.' }]);
});

test('that no cost is known yet is said while there is one to come, so that its line is there from the beginning', () => {
  const unknown = batchStatuses.filter(
    (status) =>
      costWords({ counts: { ...noFiles, [status]: 1 }, costs: [], estimate: null, filesWithoutCost: 0 }).notes[0]
        ?.text === 'The cost is not known yet.',
  );
  expect(unknown).toEqual(['toGo', 'sending', 'checking', 'submitted', 'paused', 'undecided']);
  const sending = { counts: { ...noFiles, sending: 1 }, filesWithoutCost: 0 };
  expect(costWords({ ...sending, costs: [{ ...none, known: '5' }], estimate: null }).notes).toEqual([]);
  expect(costWords({ ...sending, costs: [], estimate: estimate(null) }).notes).toEqual([]);
});

test('an estimate never promises less than it was given', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (amount) => {
      const [total] = told({ token: null, decimals: 0, toCome: String(amount) });
      const shown = BigInt(total?.split('|')[0]?.replace(/\D/g, '') ?? '0');
      expect(shown >= amount && shown <= amount + amount / 100n).toBe(true);
    }),
  );
});
