import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSubmissions, readSubmissionRecord, submissionsReader } from './answers.ts';
import { ListInParts } from './list-reader.ts';

/** Reads a text whose bytes come in pieces of these sizes, over and over. */
function readInPieces(text: string, sizes: readonly number[], atOnce = 64) {
  const bytes = Buffer.from(text);
  const reader = submissionsReader(atOnce);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  return reader.end();
}

// Full of what only looks like the end of a record.
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('},{', '"},{"', '\\', '[{},{}]', '🙂'));
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
  fc.array(fc.dictionary(text, text, { maxKeys: 2 }), { maxLength: 3 }),
);
const record = fc
  .tuple(fc.record({ id: text, fees: value, created_at: text }, { requiredKeys: ['id'] }), fc.dictionary(text, value))
  .map(([known, others]) => ({ ...others, ...known }));
const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });

it('reads any list as if it had come whole, however its bytes come', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), sizes, fc.constantFrom(undefined, 1), (list, pieces, indent) => {
      const json = JSON.stringify(list, null, indent);
      expect(readInPieces(json, pieces)).toStrictEqual(parseSubmissions(json));
    }),
  );
});

it('calls a list unreadable exactly when it is so as a whole', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), sizes, fc.nat(), text, (list, pieces, at, junk) => {
      const json = JSON.stringify(list);
      const cut = at % (json.length + 1);
      for (const broken of [json.slice(0, cut), json.slice(0, cut) + junk + json.slice(cut), `${json}${junk}`]) {
        // What is cut inside of a character comes as its bytes do.
        expect(readInPieces(broken, pieces)).toStrictEqual(parseSubmissions(Buffer.from(broken).toString()));
      }
    }),
  );
});

it.each([
  [' \t\r\n', []],
  ['\u00a0', null],
])('reads a list that contains only %j as JSON does', (blank, list) => {
  expect(readInPieces(`[${blank}]`, [1])).toStrictEqual(list);
  expect(parseSubmissions(`[${blank}]`)).toStrictEqual(list);
});

it('reads wrapped lists, and one that is no list not at all', () => {
  const list = Array.from({ length: 20 }, (_, number) => ({ id: `id ${number}` }));
  for (const answer of [{ results: list }, { data: { results: list } }, { data: list }, { list }, 'list', 7]) {
    const json = JSON.stringify(answer);
    expect(readInPieces(json, [10])).toStrictEqual(parseSubmissions(json));
  }
});

it.each([
  ['with blanks between records', (list: unknown) => JSON.stringify(list, null, 1)],
  ['in results', (list: unknown) => JSON.stringify({ results: list, next: [] })],
  ['in the results of data', (list: unknown) => JSON.stringify({ state: 'SUCCESS', data: { results: list } }, null, 2)],
])('reads records while later ones have not come: %s', (_how, write) => {
  const list = Array.from({ length: 1_000 }, (_, number) => ({ id: `id ${number}`, fees: 1.5 }));
  const reader = new ListInParts(readSubmissionRecord, 1_000);
  reader.push(Buffer.from(write(list)));
  expect(reader.end()).toHaveLength(1_000);
});

it('loses no digit of numbers, whichever part they come in', () => {
  const digits = '123456789012345678901234567890.10';
  const json = `[${Array.from({ length: 50 }, (_, at) => `{"id":"${at + 1}","fees":${digits},"token_details_id":1e2}`)}]`;
  const read = readInPieces(json, [33]);
  expect(read?.map(({ fees }) => fees)).toEqual(Array.from({ length: 50 }, () => digits));
  expect(read).toStrictEqual(parseSubmissions(json));
});

it('calls a list unreadable, and does not break down, when a record is nested deeper than can be read', () => {
  const depth = 200_000;
  const deep = `{"id":"deep","nested":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const json = `[{"id":"a"},${deep},{"id":"b"},{"id":"c"}]`;
  expect(parseSubmissions(json)).toBeNull();
  expect(readInPieces(json, [50_000])).toBeNull();
  expect(readInPieces(json, [1_000_000], 1_000_000)).toBeNull();
  expect(readInPieces(`[{"id":"a"},${deep}]`, [20])).toBeNull();
});

it('survives thousands of nested objects around and beside a list', () => {
  const deep = (inner: string) => `${'{"data":'.repeat(9_000)}${inner}${'}'.repeat(9_000)}`;
  const around = deep('{"results":[{"id":"a","fees":1.5}]}');
  expect(parseSubmissions(around)).toBeNull();
  expect(readInPieces(around, [50_000])).toBeNull();
  expect(readInPieces(`{"results":[{"id":"a"}],"data":${deep('{}')}}`, [50_000])).toHaveLength(1);
});
