import { expect, test } from 'vitest';
import { allRecords, type RecordPage, type RecordRow } from '../../../shared/bridge/records.ts';
import { type Answer, linesOf, PAGE_LINES, rangeAround } from './use-spending.ts';

const asked = { filter: allRecords('UTC'), sort: { column: 'time', descending: true }, group: 'none' } as const;

function page(offset: number, matched: number, revision = 1): RecordPage {
  const count = Math.max(0, Math.min(PAGE_LINES, matched - offset));
  return {
    accountId: 'a',
    revision,
    kept: matched,
    matched,
    totals: [],
    rows: Array.from({ length: count }, (_, at) => row(offset + at)),
    groups: [],
    groupCount: 0,
    tokens: [],
    asOf: null,
  };
}

function row(number: number): RecordRow {
  const nothing = { time: null, file: null, tokenDetailsId: null, token: null, decimals: null, fees: null };
  const unknown = { amountData: null, size: null, dataHash: null, blockHash: null, txHash: null, index: null };
  const rest = { address: null, user: null, error: null, phase: 'pending' } as const;
  return { id: String(number), ...nothing, ...unknown, ...rest };
}

const answer = (offset: number, matched: number): Answer => ({
  asked,
  range: { offset, count: PAGE_LINES },
  page: page(offset, matched),
});

test('a line is found in the answer that it came with, and lines of other places are none', () => {
  const lines = linesOf(answer(PAGE_LINES, 1_000));
  expect(lines.count).toBe(1_000);
  expect(lines.at(PAGE_LINES + 5)).toMatchObject({ kind: 'row', row: { id: String(PAGE_LINES + 5) } });
  expect(lines.at(PAGE_LINES - 1)).toBeNull();
  expect(lines.at(2 * PAGE_LINES)).toBeNull();
});

test('groups are counted and found as rows are', () => {
  const groups = [{ key: '2026-05', lastDay: null, submissions: 3, totals: [] }];
  const rows = answer(0, 3);
  const lines = linesOf({
    ...rows,
    asked: { ...asked, group: 'month' },
    page: { ...rows.page, groups, groupCount: 1 },
  });
  expect(lines.count).toBe(1);
  expect(lines.at(0)).toEqual({ kind: 'group', group: groups[0] });
  expect(lines.at(1)).toBeNull();
});

test('what is in sight and around it is asked for, and nothing beyond the end is', () => {
  const pages = (from: number, count: number) => ({ offset: from * PAGE_LINES, count: count * PAGE_LINES });
  expect(rangeAround(0, PAGE_LINES / 2 - 1, 2.5 * PAGE_LINES)).toEqual(pages(0, 1));
  expect(rangeAround(PAGE_LINES - 10, PAGE_LINES + 10, 2.5 * PAGE_LINES)).toEqual(pages(0, 2));
  expect(rangeAround(2 * PAGE_LINES - 10, 9 * PAGE_LINES, 2.5 * PAGE_LINES)).toEqual(pages(1, 2));
  expect(rangeAround(0, 20, 0)).toEqual(pages(0, 1));
});

test('however far a place is down, no more is asked for than is in sight there, nor than one call answers', () => {
  expect(rangeAround(99_000, 99_020, 100_000).count).toBeLessThanOrEqual(2 * PAGE_LINES);
  expect(rangeAround(0, 99_000, 100_000).count).toBe(500);
});
