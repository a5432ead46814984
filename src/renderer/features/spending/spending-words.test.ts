import { expect, test } from 'vitest';
import { allRecords, type RecordFilter, recordGroupings } from '../../../shared/bridge/records.ts';
import { filterParts, NOTHING_MATCHES, seriesUnit, tooManyWords, undrawnWords } from './spending-words.ts';

const nothing = allRecords('UTC');

test('each part of a filter has words, and is taken away alone', () => {
  const filter: RecordFilter = {
    ...nothing,
    fromDay: '2026-02-01',
    toDay: '2026-02-28',
    tokens: ['1', '77'],
    phases: ['failed'],
  };
  const parts = filterParts(filter, [{ tokenDetailsId: '1', token: 'ethereum' }]);
  expect(parts.map(({ words }) => words)).toEqual([expect.stringContaining('From'), 'ethereum', 'Token 77', 'Delayed']);
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
