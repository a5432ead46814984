import { expect, test } from 'vitest';
import { type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import { nearest } from './nearest.ts';
import { search } from './search.ts';
import { type Searchable, SearchRows } from './search-rows.ts';

const day = (date: number) => ({
  from: `2026-11-${String(date).padStart(2, '0')}T00:00:00.000Z`,
  until: `2026-11-${String(date + 1).padStart(2, '0')}T00:00:00.000Z`,
});
const at = (date: number): number => Date.parse(day(date).from) + 3_600_000;

const file = (id: number, name: string, date = 1, changes: Partial<Searchable> = {}): Searchable => ({
  accountId: 'a',
  row: { kind: 'submission', id },
  submissionId: null,
  name,
  time: at(date),
  hashes: [null, null, null],
  ...changes,
});

const rows = [
  file(1, 'signed contract.pdf', 3),
  file(2, 'Übergabe Zürich.pdf', 9),
  file(3, 'letter 0042.txt', 20, { submissionId: '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01' }),
];
const near = (keys: Partial<LookupKeys>) => {
  const found = nearest([new SearchRows(rows)], { ...noKeys, ...keys }, 5);
  return found === null ? null : { why: found.why, ids: found.hits.map(({ row }) => row.id) };
};

test.each([
  ['contarct', 1],
  ['singed contract', 1],
  ['signed kontract.pdf', 1],
  ['contract.docx', 1],
  ['ubergabe', 2],
  ['Ubergabe zurich', 2],
])('%j is offered the name that was perhaps meant', (name, id) => {
  expect(near({ name })).toEqual({ why: 'alike', ids: [id] });
});

test.each(['invoice', 'nosuchfile', 'abc', 'x y z'])('nothing is near %j', (name) => {
  expect(near({ name })).toBeNull();
});

test('a name that is not there on a day is offered from other days', () => {
  const dated = { name: 'contract', days: day(12) };
  expect(search([new SearchRows(rows)], { ...noKeys, name: 'contract 12 nov', dated }, 5)).toEqual([]);
  expect(near({ name: 'contract 12 nov', dated })).toEqual({ why: 'other-days', ids: [1] });
});

test('a name with its day is found on that day alone', () => {
  const dated = (date: number) => ({ ...noKeys, dated: { name: 'contract', days: day(date) } });
  expect(search([new SearchRows(rows)], dated(3), 5)).toMatchObject([{ row: { id: 1 } }]);
  expect(search([new SearchRows(rows)], dated(4), 5)).toEqual([]);
});

test('a day of which there is nothing is offered what is next to it, the closest first', () => {
  expect(near({ days: day(12) })).toEqual({ why: 'other-days', ids: [2, 3, 1] });
});

test.each([
  '0c8a4e6e6f0e4f399f531f7a37c3ab10',
  '0c8a4e6e6f0e4f399f531f7a37c3ab0',
  '0c8a4e6e6f0e4f399f5311f7a37c3ab01',
  '0c8a4e6e60fe4f399f531f7a37c3bb01',
  '4e6e6f0e4f389f53',
])('an id with a slip in it, %s, is offered the id that is kept', (hex) => {
  expect(near({ hex })).toEqual({ why: 'alike', ids: [3] });
});

test('another id is near nothing', () => {
  expect(near({ hex: '7b1a9c2d8e3f4051a6b7c8d9e0f12345' })).toBeNull();
});
