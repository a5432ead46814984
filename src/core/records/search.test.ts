import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { noKeys } from '../../shared/lookup-keys.ts';
import { search } from './search.ts';
import { type Searchable, SearchRows } from './search-rows.ts';

const hash = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`;
const uuid = (text: string): string =>
  hash(text)
    .slice(2, 34)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function submission(id: number, name: string, changes: Partial<Searchable> = {}): Searchable {
  return {
    accountId: 'a',
    row: { kind: 'submission', id },
    submissionId: uuid(`${id}`),
    name,
    time: Date.parse('2026-05-03T10:00:00Z'),
    hashes: [hash(`keccak ${id}`), hash(`blake ${id}`), hash(`sha ${id}`)],
    ...changes,
  };
}

function record(id: string, changes: Partial<Searchable> = {}): Searchable {
  return {
    accountId: 'a',
    row: { kind: 'record', id },
    submissionId: id,
    name: null,
    time: Date.parse('2026-05-03T10:00:00Z'),
    hashes: [hash(`block ${id}`), hash(`data ${id}`), hash(`tx ${id}`)],
    ...changes,
  };
}

test('every part of four digits or more, of every key, finds its row', () => {
  const rows: Searchable[] = [];
  for (let id = 1; id <= 2_000; id += 1) rows.push(submission(id, `file ${id}`));
  const wanted = submission(1_234, 'file 1234');
  for (const key of [wanted.submissionId, ...wanted.hashes]) {
    const digits = (key ?? '').replace(/^0x/, '').replaceAll('-', '');
    for (const [from, length] of [
      [0, 4],
      [5, 12],
      [digits.length - 9, 9],
      [0, digits.length],
    ] as const) {
      const hits = search([new SearchRows(rows)], { ...noKeys, hex: digits.slice(from, from + length) }, 50);
      expect(hits.some(({ row }) => row.id === 1_234)).toBe(true);
    }
  }
});

test('no match reaches over the end of one key into the next', () => {
  const rows: Searchable[] = [];
  const row = submission(1, 'one');
  rows.push(row);
  const digits = (row.submissionId ?? '').replaceAll('-', '');
  expect(
    search([new SearchRows(rows)], { ...noKeys, hex: `${digits.slice(-4)}${(row.hashes[0] ?? '').slice(2, 6)}` }, 5),
  ).toEqual([]);
});

test('a submission that is both a file and a record is listed once', () => {
  const rows: Searchable[] = [];
  rows.push(submission(1, 'one'));
  rows.push(record(uuid('1')));
  expect(search([new SearchRows(rows)], { ...noKeys, hex: uuid('1').replaceAll('-', '') }, 5)).toHaveLength(1);
});

test('the same id under two accounts is two submissions', () => {
  const rows: Searchable[] = [];
  rows.push(record(uuid('1')));
  rows.push(record(uuid('1'), { accountId: 'b' }));
  expect(search([new SearchRows(rows)], { ...noKeys, hex: uuid('1').slice(0, 8) }, 5)).toHaveLength(2);
});

test('a name is found by any of its words in any order, the whole name before the part', () => {
  const rows: Searchable[] = [];
  rows.push(submission(1, 'Signed contract March.pdf'));
  rows.push(submission(2, 'March'));
  rows.push(submission(3, 'April'));
  expect(search([new SearchRows(rows)], { ...noKeys, name: 'march CONTRACT' }, 5).map(({ row }) => row.id)).toEqual([
    1,
  ]);
  expect(search([new SearchRows(rows)], { ...noKeys, name: 'march' }, 5).map(({ row }) => row.id)).toEqual([2, 1]);
});

test('a name is found with its accents or without; what is written as it was typed comes first, and is alone what was asked for', () => {
  const rows = new SearchRows([submission(1, 'Überweisung.pdf'), submission(2, 'Uberweisung.pdf')]);
  const found = (name: string) => search([rows], { ...noKeys, name }, 10).map(({ row, isExact }) => [row.id, isExact]);
  expect(found('uberweisung')).toHaveLength(2);
  expect(found('überweisung.pdf')).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(found('uberweisung.pdf')).toEqual([
    [2, true],
    [1, false],
  ]);
});

test('a day finds what was added in it, the latest first', () => {
  const rows: Searchable[] = [];
  rows.push(submission(1, 'before', { time: Date.parse('2026-05-02T23:59:59.999Z') }));
  rows.push(submission(2, 'early', { time: Date.parse('2026-05-03T00:00:00.000Z') }));
  rows.push(submission(3, 'late', { time: Date.parse('2026-05-03T23:00:00.000Z') }));
  rows.push(submission(4, 'after', { time: Date.parse('2026-05-04T00:00:00.000Z') }));
  const days = { from: '2026-05-03T00:00:00.000Z', until: '2026-05-04T00:00:00.000Z' };
  expect(search([new SearchRows(rows)], { ...noKeys, days }, 5).map(({ row }) => row.id)).toEqual([3, 2]);
});

test('the noughts of keys that are not there are no match, and cost no time', () => {
  const rows: Searchable[] = [];
  for (let id = 1; id <= 50_000; id += 1) {
    rows.push(submission(id, '', { submissionId: null, hashes: [null, null, null] }));
  }
  rows.push(submission(50_001, '', { hashes: [`0x${'1'.repeat(58)}000000`, null, null] }));
  const began = process.threadCpuUsage();
  const hits = search([new SearchRows(rows)], { ...noKeys, hex: '000000' }, 50);
  expect(hits.map(({ row, key, offset }) => [row.id, key, offset])).toEqual([[50_001, 'keccak256', 58]]);
  expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(1_000);
});
