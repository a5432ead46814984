import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { indexRecord } from './indexed-record.ts';
import { foldName, hitsOf, matchingFiles, matchingRecords, type SearchableFile, similarFiles } from './search.ts';

const hash = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`;
const uuid = (text: string): string =>
  hash(text)
    .slice(2, 34)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

type Changes = Partial<Pick<SearchableFile, 'submissionId' | 'time' | 'hashes'>>;

function file(id: number, name: string, changes: Changes = {}): SearchableFile {
  const hashes = { keccak256: hash(`keccak ${id}`), blake2b256: hash(`blake ${id}`), sha256: hash(`sha ${id}`) };
  const time = Date.parse('2026-05-03T10:00:00Z');
  const known = { submissionId: uuid(`${id}`), hashes, time, ...changes };
  return { id, accountId: 'a', foldedName: foldName(name), ...known };
}

const record = (id: string): SubmissionRecord => ({
  ...{ id, userId: 'user', tokenDetailsId: null, extrinsicIndex: null, amountData: null, fees: null, toAddress: null },
  ...{ blockHash: hash(`block ${id}`), dataHash: hash(`data ${id}`), txHash: hash(`tx ${id}`) },
  ...{ createdAt: '2026-05-03T10:00:00.000Z', phase: 'in-block', error: null, extra: {} },
});
const records = (accountId: string, ids: readonly string[], keys: LookupKeys) =>
  matchingRecords(
    accountId,
    ids.map((id) => indexRecord(record(id), null)),
    keys,
  );
const search = (files: readonly SearchableFile[], keys: Partial<LookupKeys>) =>
  hitsOf(matchingFiles(files, { ...noKeys, ...keys }), 50);
const idsOf = (files: readonly SearchableFile[], keys: Partial<LookupKeys>) =>
  search(files, keys).map(({ row }) => row.id);

test('four or more digits of any key find a file and a record', () => {
  const files = Array.from({ length: 500 }, (_, id) => file(id, `file ${id}`));
  const ids = files.map(({ submissionId }) => submissionId ?? '');
  const one = record(ids[123] ?? '');
  for (const key of [
    ...Object.values(files[123]?.hashes ?? {}),
    ids[123]?.replaceAll('-', ''),
    one.blockHash,
    one.dataHash,
    one.txHash,
  ]) {
    const digits = (key ?? '').replace(/^0x/, '');
    for (const hex of [
      digits.slice(0, 4),
      digits.slice(3, 8),
      digits.slice(5, 17),
      digits.slice(6, 17),
      digits.slice(-9),
      digits,
    ]) {
      const found = [...matchingFiles(files, { ...noKeys, hex }), ...records('a', ids, { ...noKeys, hex })];
      expect(hitsOf(found, 50).some(({ row }) => row.id === 123 || row.id === one.id)).toBe(true);
    }
  }
});

test('a match reports its key and the place of the match', () => {
  const { submissionId, hashes } = file(1, 'one');
  const digits = (submissionId ?? '').replaceAll('-', '');
  const hits = (hex: string) => search([file(1, 'one')], { hex });
  expect(hits(digits)).toMatchObject([{ key: 'submission-id', isExact: true }]);
  expect(hits(digits.slice(7, 20))).toMatchObject([{ key: 'submission-id', isExact: false }]);
  expect(hits((hashes.sha256 ?? '').slice(2, 14))).toMatchObject([{ key: 'sha256' }]);
  expect(hits(`${digits.slice(-4)}${(hashes.keccak256 ?? '').slice(2, 6)}`)).toEqual([]);
});

test('a user id or an address of a record is no key', () => {
  expect(records('a', ['one'], { ...noKeys, hex: 'user' })).toEqual([]);
});

test('a submission that is both a file and a record is listed once for each account', () => {
  const keys = { ...noKeys, hex: uuid('1').replaceAll('-', '') };
  const found = [matchingFiles([file(1, 'one')], keys), records('a', [uuid('1')], keys)].flat();
  expect(hitsOf(found, 5)).toHaveLength(1);
  expect(hitsOf([...found, ...records('b', [uuid('1')], keys)], 5)).toHaveLength(2);
});

test.each<[string, string, readonly number[]]>([
  ['the words in any order', 'march CONTRACT', [1]],
  ['whole names before starts, and those before parts', 'march', [2, 3, 1]],
  ['a name without its accents', 'uberweisung', [4]],
  ['a decomposed accent', 'u\u0308berweisung.PDF', [4]],
  ['nothing', 'april', []],
])('a typed name finds %s', (_, name, ids) => {
  const names = ['Signed contract March.pdf', 'March', 'March 2.pdf', 'Überweisung.pdf'];
  const files = names.map((one, at) => file(at + 1, one));
  expect(idsOf(files, { name })).toEqual(ids);
});

test('names come before starts of ids and hashes, and those before other parts of them', () => {
  const hashes = { keccak256: null, blake2b256: null, sha256: null };
  const rows = [
    file(1, 'middle of a hash', { hashes: { ...hashes, sha256: `0x${'e'.repeat(30)}0042${'e'.repeat(30)}` } }),
    file(2, 'start of an id', { submissionId: '0042eeee-eeee-4eee-8eee-eeeeeeeeeeee', hashes }),
    file(3, 'in100042the middle', { submissionId: null, hashes }),
    file(4, '0042 letter', { submissionId: null, hashes }),
    file(5, '0042', { submissionId: null, hashes }),
  ];
  expect(idsOf(rows, { hex: '0042', name: '0042' })).toEqual([5, 4, 3, 2, 1]);
  const young = Array.from({ length: 12_000 }, (_, number) => file(100 + number, `letter ${number} of 0042.txt`));
  expect(search([...rows, ...young], { name: '0042' }).slice(0, 2)).toMatchObject([
    { row: { id: 5 }, isExact: true },
    { row: { id: 4 }, isExact: false },
  ]);
});

test('a day finds the files and records of that day, the latest first', () => {
  const at = (id: number, time: string) => file(id, 'file', { time: Date.parse(time) });
  const files = [
    at(1, '2026-05-02T23:59:59.999Z'),
    at(2, '2026-05-03T00:00:00.000Z'),
    at(3, '2026-05-03T23:00:00.000Z'),
    at(4, '2026-05-04T00:00:00.000Z'),
  ];
  const days = { from: '2026-05-03T00:00:00.000Z', until: '2026-05-04T00:00:00.000Z' };
  expect(idsOf(files, { days })).toEqual([3, 2]);
  expect(records('a', ['one'], { ...noKeys, days })).toMatchObject([{ key: 'date' }]);
});

test('a similar name is found despite a typing error', () => {
  const files = [file(1, 'Contract.pdf'), file(2, 'Letter.txt')];
  expect(hitsOf(similarFiles(files, { ...noKeys, name: 'contrcat' }), 5)).toMatchObject([
    { row: { id: 1 }, isSimilar: true },
  ]);
});

test.each([
  ['Übergabe.pdf', 'u\u0308bergabe.PDF'],
  ['STRASSE.txt', 'straße.txt'],
  ['ΟΔΟΣ.txt', 'οδος.txt'],
  ['ﬁle.txt', 'FILE.TXT'],
  ['café Ærø.txt', 'Cafe Ærø.TXT'],
  ['Ёлка.txt', 'елка.txt'],
  ['한글.txt', '한글.txt'.normalize('NFD')],
])('%s and %s are the same name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test('composed and decomposed forms of any name are the same name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      expect(foldName(name.normalize('NFD'))).toBe(foldName(name.normalize('NFC')));
    }),
  );
});

test('marks that make another letter or a vowel are not accents', () => {
  expect(foldName('が.txt')).not.toBe(foldName('か.txt'));
  expect(foldName('कि.txt')).not.toBe(foldName('क.txt'));
});
