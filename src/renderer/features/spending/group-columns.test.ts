import { expect, test } from 'vitest';
import type { RecordGroup, RecordTotal } from '../../../shared/bridge/records.ts';
import { costIn, groupColumns, otherTotals } from './group-columns.ts';

const total = (id: string, fees: string): RecordTotal => ({
  ...{ tokenDetailsId: id, token: `token ${id}`, decimals: 3, fees, submissions: 1 },
  ...{ withoutFees: 0, bytes: 0, bytesExact: true },
});
const group = (...totals: RecordTotal[]): RecordGroup => ({ key: null, lastDay: null, submissions: 1, totals });
const alignments = (columns: ReturnType<typeof groupColumns>) =>
  columns.map((column) => (column.kind === 'token' ? column.alignment.fraction : column.kind));

test('each of several tokens has a column of its own, with its decimals under each other', () => {
  const groups = [group(total('1', '1500'), total('2', '7')), group(total('2', '1000'))];
  const columns = groupColumns('week', [total('2', '1007'), total('1', '1500')], groups);
  expect(alignments(columns)).toEqual([4, 2]);
  expect(groups.map((one) => costIn(one, total('1', '')))).toEqual([
    { amount: '1500', token: null, decimals: 3 },
    null,
  ]);
});

test('one token, or one in each group, is named behind its amounts', () => {
  expect(alignments(groupColumns('week', [total('1', '1')], []))).toEqual(['only']);
  expect(alignments(groupColumns('token', [total('1', '1'), total('2', '1')], []))).toEqual(['only']);
});

test('where tokens are more than columns, none is left out', () => {
  const all = ['1', '2', '3', '4', '5'].map((id) => total(id, '1000'));
  const columns = groupColumns('month', all, [group(...all)]);
  expect(alignments(columns)).toEqual([0, 0, 0, 'others']);
  expect(otherTotals(group(...all), columns).map(({ tokenDetailsId }) => tokenDetailsId)).toEqual(['4', '5']);
});

test('what scrolls into sight takes no room away in the column of a token, and another token begins anew', () => {
  const totals = [total('1', '1'), total('2', '1')];
  const before = groupColumns('week', totals, [group(total('1', '1'))]);
  expect(alignments(groupColumns('week', totals, [group(total('1', '1000'))], before))).toEqual([4, 0]);
  expect(alignments(groupColumns('week', totals.toReversed(), [], before))).toEqual([0, 0]);
});
