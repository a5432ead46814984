import { expect, test } from 'vitest';
import { allRecords, type RecordPage, type RecordRow } from '../../../shared/bridge/records.ts';
import { type AnswerPage, linesOf, PAGE_LINES, pagesAround } from './spending-lines.ts';

const asked = { filter: allRecords('UTC'), sort: { column: 'time', descending: true }, group: 'none' } as const;

function page(offset: number, matched: number, revision = 1): RecordPage {
  const count = Math.max(0, Math.min(PAGE_LINES, matched - offset));
  return {
    accountId: 'a',
    revision,
    kept: matched,
    matched,
    totals: [],
    tokenCount: 0,
    rows: Array.from({ length: count }, (_, at) => row(offset + at)),
    groups: [],
    groupCount: 0,
    tokens: [],
    asOf: null,
    oldest: null,
    listed: null,
    isFull: false,
  };
}

function row(number: number): RecordRow {
  const nothing = { time: null, file: null, tokenDetailsId: null, token: null, decimals: null, fees: null };
  const unknown = { amountData: null, size: null, dataHash: null, blockHash: null, txHash: null, index: null };
  const rest = { address: null, user: null, error: null, doubled: false, phase: 'pending' } as const;
  return { key: String(number), id: String(number), ...nothing, ...unknown, ...rest };
}

const answer = (matched: number): AnswerPage => ({ asked, page: page(0, matched) });

test('a line is found in the page that it came with, and lines of pages that are not here are none', () => {
  const lines = linesOf(answer(1_000), new Map([[1, page(PAGE_LINES, 1_000)]]));
  expect(lines.count).toBe(1_000);
  expect(lines.at(PAGE_LINES + 5)).toMatchObject({ kind: 'row', row: { id: String(PAGE_LINES + 5) } });
  expect(lines.at(PAGE_LINES - 1)).toBeNull();
});

test('groups are counted and found as rows are', () => {
  const groups = [{ key: '2026-05', lastDay: null, submissions: 3, totals: [] }];
  const grouped = { asked: { ...asked, group: 'month' } as const, page: { ...page(0, 3), groups, groupCount: 1 } };
  const lines = linesOf(grouped, new Map([[0, grouped.page]]));
  expect(lines.count).toBe(1);
  expect(lines.at(0)).toEqual({ kind: 'group', group: groups[0] });
  expect(lines.at(1)).toBeNull();
});

test('what is in sight and around it is asked for, and nothing beyond the end is', () => {
  expect(pagesAround(0, PAGE_LINES / 2 - 1, 2.5 * PAGE_LINES)).toEqual([0]);
  expect(pagesAround(PAGE_LINES - 10, PAGE_LINES + 10, 2.5 * PAGE_LINES)).toEqual([0, 1]);
  expect(pagesAround(2 * PAGE_LINES - 10, 9 * PAGE_LINES, 2.5 * PAGE_LINES)).toEqual([1, 2]);
  expect(pagesAround(0, 20, 0)).toEqual([0]);
});

test('pages of other records are refused', () => {
  const lines = linesOf(answer(250), new Map([[1, page(PAGE_LINES, 250, 2)]]));
  expect(lines.at(PAGE_LINES)).toBeNull();
});
