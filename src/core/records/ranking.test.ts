import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noKeys } from '../../shared/lookup-keys.ts';
import { foldName } from './name-folding.ts';
import { type Fit, nameFit, rankOf } from './ranking.ts';
import { askedName, search } from './search.ts';
import { type Searchable, SearchRows } from './search-rows.ts';

const fitOf = (name: string, typed: string) => {
  const asked = askedName(typed);
  return asked === null ? null : nameFit(foldName(name), asked);
};

test.each<[string, string, Fit | null]>([
  ['Contract.pdf', 'contract.PDF', 'exact name'],
  ['Contract.pdf', 'contract', 'exact name without its ending'],
  ['Contract 2.pdf', 'contract', 'start of a name'],
  ['signed contract.pdf', 'contract', 'start of a word'],
  ['signed_contract.pdf', 'contract', 'start of a word'],
  ['scan0042.pdf', '0042', 'start of a word'],
  ['100042 letters.pdf', '0042', 'part of a name'],
  ['subcontract.pdf', 'contract', 'part of a name'],
  ['subcontract contract.pdf', 'contract', 'start of a word'],
  ['March signed contract.pdf', 'contract march', 'start of a word'],
  ['letter.txt', 'contract', null],
  ['ÜBERGABE.pdf', 'u\u0308bergabe', 'exact name without its ending'],
  ['two  blanks.pdf', 'two blanks.pdf', 'exact name'],
])('%j fits what is typed as %j: %s', (name, typed, fit) => {
  expect(fitOf(name, typed)).toBe(fit);
});

const id = (digits: string): string => `${digits.padEnd(8, 'e')}-eeee-4eee-8eee-eeeeeeeeeeee`;

function file(number: number, name: string, changes: Partial<Searchable> = {}): Searchable {
  return {
    accountId: 'a',
    row: { kind: 'submission', id: number },
    submissionId: id(String(number).padStart(8, 'd')),
    name,
    time: number,
    hashes: [null, null, null],
    ...changes,
  };
}

describe('0042 finds', () => {
  const middle = `0x${'e'.repeat(30)}0042${'e'.repeat(30)}`;
  const rows = [
    file(1, 'in the middle of a hash.txt', { hashes: [middle, null, null] }),
    file(2, 'in the middle of an id.txt', { submissionId: id('ee0042ee') }),
    file(3, 'start of a hash.txt', { hashes: [`0x0042${'e'.repeat(60)}`, null, null] }),
    file(4, 'start of an id.txt', { submissionId: id('0042') }),
    file(5, 'in100042the middle.txt'),
    file(6, 'letter 0042.txt'),
    file(7, '0042 letter.txt'),
    file(8, '0042.txt'),
    file(9, '0042'),
  ];

  test.each([rows, rows.toReversed()])('names first, then starts of ids and of hashes, then the rest', (...some) => {
    const hits = search([new SearchRows(some)], { ...noKeys, hex: '0042', name: '0042' }, 20);
    expect(hits.map(({ row }) => row.id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('a name that fits wholly before thousands that are younger and fit in part', () => {
    const young = Array.from({ length: 12_000 }, (_, number) => file(100 + number, `letter ${number} of 0042.txt`));
    const hits = search([new SearchRows([...rows, ...young])], { ...noKeys, name: '0042' }, 3);
    expect(hits.map(({ row }) => row.id)).toEqual([9, 8, 7]);
    expect(hits.map(({ isExact }) => isExact)).toEqual([true, false, false]);
  });
});

/** Of few signs, so that much fits. */
const names = fc
  .array(fc.constantFrom('0', '1', 'a', 'b', ' ', '.', '-'), { minLength: 1, maxLength: 7 })
  .map((signs) => signs.join(''));
const digits = (length: number) =>
  fc.array(fc.constantFrom('0', '1', 'a', 'b'), { minLength: length, maxLength: length }).map((some) => some.join(''));

test('what fits better stands first, and of what fits as well the latest, whatever is kept and typed', () => {
  // Two rows with the same id would be one submission, which is found once.
  const kept = fc.uniqueArray(fc.record({ name: names, id: digits(8), hash: digits(64) }), {
    maxLength: 12,
    selector: (row) => row.id,
  });
  fc.assert(
    fc.property(kept, digits(4), (some, typed) => {
      const rows = some.map(({ name, id: start, hash }, number) =>
        file(number, name, { submissionId: id(start), hashes: [`0x${hash}`, null, null] }),
      );
      const rankIn = ({ name, submissionId, hashes }: Searchable): number => {
        const fit = fitOf(name ?? '', typed);
        const idDigits = (submissionId ?? '').replaceAll('-', '');
        const hash = (hashes[0] ?? '').slice(2);
        return Math.min(
          fit === null ? Number.POSITIVE_INFINITY : rankOf(fit),
          ...[idDigits.startsWith(typed) ? rankOf('start of an id') : Number.POSITIVE_INFINITY],
          ...[hash.startsWith(typed) ? rankOf('start of a hash') : Number.POSITIVE_INFINITY],
          ...[idDigits.includes(typed) ? rankOf('part of an id') : Number.POSITIVE_INFINITY],
          ...[hash.includes(typed) ? rankOf('part of a hash') : Number.POSITIVE_INFINITY],
        );
      };
      const expected = rows
        .filter((row) => Number.isFinite(rankIn(row)))
        .toSorted((one, other) => rankIn(one) - rankIn(other) || other.time - one.time);
      const hits = search([new SearchRows(rows)], { ...noKeys, hex: typed, name: typed }, 50);
      expect(hits.map(({ row }) => row.id)).toEqual(expected.map(({ row }) => row.id));
    }),
  );
});
