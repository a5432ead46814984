import { expect, test } from 'vitest';
import { separatorsOf } from '../../../shared/amounts.ts';
import { allRecords, type RecordFilter, recordGroupings } from '../../../shared/bridge/records.ts';
import { filterParts, NOTHING_MATCHES, readBound, seriesUnit, tooManyWords, undrawnWords } from './spending-words.ts';

const nothing = allRecords('UTC');

test('bounds are read as the person’s own language writes numbers, exactly', () => {
  expect(readBound('1.234,5', separatorsOf('de'))).toEqual({ kind: 'bound', amount: '1234.5' });
  expect(readBound('1,234.5', separatorsOf('en'))).toEqual({ kind: 'bound', amount: '1234.5' });
  expect(readBound('0.000000000000000000001', separatorsOf('en'))).toEqual({
    kind: 'bound',
    amount: '0.000000000000000000001',
  });
});

test('nothing typed is no bound, and what is no number is said to be none', () => {
  expect(readBound(' ', separatorsOf('en'))).toEqual({ kind: 'bound', amount: null });
  expect(readBound('much', separatorsOf('en'))).toMatchObject({ kind: 'wrong' });
  expect(readBound('9'.repeat(110), separatorsOf('en'))).toMatchObject({ kind: 'wrong' });
});

test('each part of a filter has words, and is taken away alone', () => {
  const filter: RecordFilter = {
    ...nothing,
    fromDay: '2026-02-01',
    toDay: '2026-02-28',
    tokens: ['1', '77'],
    phases: ['failed'],
    feesFrom: '1',
  };
  const parts = filterParts(filter, [{ tokenDetailsId: '1', token: 'ethereum' }]);
  expect(parts.map(({ words }) => words)).toEqual([
    expect.stringContaining('From'),
    'ethereum',
    'Token 77',
    'Delayed',
    'Cost at least 1',
  ]);
  expect(parts.map(({ without }) => without)).toContainEqual({ tokens: ['77'] });
  expect(filterParts(nothing, [])).toEqual([]);
});

test('charts say that nothing matches as the table does, and what else keeps them from drawing', () => {
  expect(undrawnWords(true)).toBe(NOTHING_MATCHES);
  expect(undrawnWords(false)).toContain('time');
});

test('charts are by the groups that were chosen where these are of time', () => {
  expect(recordGroupings.map(seriesUnit)).toEqual([null, 'day', 'week', 'month', null]);
  expect(tooManyWords({ tooMany: null, unit: 'day' })).toBeNull();
  expect(tooManyWords({ tooMany: 'day', unit: 'week' })).toMatch(/^Too many days .* by week/);
});
