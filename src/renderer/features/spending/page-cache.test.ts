import { expect, test } from 'vitest';
import type { RecordPage, RecordRow } from '../../../shared/bridge/records.ts';
import { firstPages, lineAt, missingPages, PAGE_ROWS, withPage } from './page-cache.ts';

function page(offset: number, matched: number, revision = 1): RecordPage {
  const count = Math.max(0, Math.min(PAGE_ROWS, matched - offset));
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

test('a line is found in the page that it came with, and lines of pages that are not here are none', () => {
  const pages = firstPages(page(PAGE_ROWS, 1_000), 1, false);
  expect(lineAt(pages, PAGE_ROWS + 5)).toMatchObject({ kind: 'row', row: { id: String(PAGE_ROWS + 5) } });
  expect(lineAt(pages, PAGE_ROWS - 1)).toBeNull();
});

test('what is in sight and not here is missing, and nothing beyond the end is', () => {
  const pages = firstPages(page(0, 2.5 * PAGE_ROWS), 0, false);
  expect(missingPages(pages, -10, PAGE_ROWS - 1)).toEqual([]);
  expect(missingPages(pages, PAGE_ROWS - 10, PAGE_ROWS + 10)).toEqual([1]);
  expect(missingPages(pages, 2 * PAGE_ROWS - 10, 9 * PAGE_ROWS)).toEqual([1, 2]);
});

test('pages of other records are refused', () => {
  const pages = firstPages(page(0, 250), 0, false);
  expect(withPage(pages, page(PAGE_ROWS, 250, 2), 1)).toBeNull();
});

test('pages far away are let go, and what is near stays', () => {
  let pages = firstPages(page(0, 100_000), 0, false);
  for (let number = 1; number < 200; number += 1) {
    pages = withPage(pages, page(number * PAGE_ROWS, 100_000), number) ?? pages;
  }
  expect(pages.byNumber.size).toBeLessThan(40);
  expect(lineAt(pages, 199 * PAGE_ROWS)).not.toBeNull();
  expect(lineAt(pages, 0)).toBeNull();
});
