import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlockBody } from './node.ts';

/** As it comes in pieces of these lengths, over and over. */
function taken(text: string, lengths: readonly number[] = [64 * 1024]): BlockBody {
  const body = new BlockBody();
  body.begin();
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
    const end = at + (lengths[turn % lengths.length] ?? 1);
    body.take(bytes.subarray(at, end));
    at = end;
  }
  return body;
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const answer = (extrinsics: readonly unknown[], header: object = { number: '0x1' }) => ({
  jsonrpc: '2.0',
  id: 1,
  result: { block: { header, extrinsics }, justifications: null },
});

test('however it comes in pieces, the transactions are there as bytes, and all else as JSON', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant(['"', '\\', ']', '{'])), { noNullPrototype: true }),
      fc.constantFrom(undefined, 1),
      (transactions, lengths, header, indent) => {
        const body = taken(JSON.stringify(answer(transactions.map(hex), header), null, indent), lengths);
        expect(body.transactions.map(hex)).toEqual(transactions.map(hex));
        expect(JSON.parse(body.json)).toEqual(answer([], header));
      },
    ),
  );
});

test('what another list is called, or the same elsewhere, is left as it is', () => {
  const text = JSON.stringify({ extrinsics: ['0x01'], result: { block: { logs: ['0x02'], name: 'extrinsics' } } });
  const body = taken(text, [7]);
  expect(body.transactions).toEqual([]);
  expect(body.json).toBe(text);
});

test('an answer without a block is that answer', () => {
  expect(taken('{"id":1,"result":null}', [1]).json).toBe('{"id":1,"result":null}');
});

test.each([
  ['is no text', [1]],
  ['is no hex', ['0xzz']],
  ['is half a byte longer', ['0x123']],
  ['has no 0x', ['1234']],
])('a transaction that %s ends the reading', (_, extrinsics) => {
  expect(() => taken(JSON.stringify(answer(extrinsics)))).toThrow();
});

test('a header without end ends the reading', () => {
  expect(() => taken(JSON.stringify(answer([], { logs: 'x'.repeat(5_000_000) })))).toThrow(/too long/);
});

test('a new try begins anew', () => {
  const body = taken(JSON.stringify(answer(['0x01'])).slice(0, -20));
  body.begin();
  body.take(Buffer.from(JSON.stringify(answer(['0x02']))));
  expect(body.transactions.map(hex)).toEqual(['0x02']);
});

test('more transactions than any block has end the reading, however small they are', () => {
  const most = 100_000;
  const list = (count: number): string =>
    `{"result":{"block":{"extrinsics":[${new Array(count).fill('"0x"').join()}]}}}`;
  expect(taken(list(most)).transactions).toHaveLength(most);
  expect(() => taken(list(most + 1))).toThrow();
});
