import { describe, expect, test } from 'vitest';
import { parseSubmission } from './answers.ts';

const id = 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11';
const read = (fields: object) => parseSubmission(JSON.stringify({ id, ...fields }));
const zeros = ['0'.repeat(64), `0x${'0'.repeat(64)}`, ` 0X${'0'.repeat(64)} `, '0x00'];

describe('a record that has in the place of its block’s hash', () => {
  test.each(['None', 'null', 'pending', 'not yet', '0x', '0', '-', 'N/A', ' ', ...zeros])(
    '%j is in no block',
    (block_hash) => {
      expect(read({ block_hash, extrinsic_index: 0, state: 'Finalized' })).toMatchObject({
        phase: 'pending',
        blockHash: null,
      });
    },
  );

  test.each([`0x${'0'.repeat(63)}1`, `${'1'.repeat(63)}0`, `0X${'A0'.repeat(32)}`])(
    '%s is in a block',
    (block_hash) => {
      expect(read({ block_hash })).toMatchObject({ phase: 'in-block', blockHash: expect.stringMatching(/^0x/) });
    },
  );
});

test.each(['', 'None.', 'N/A', 'undefined', 'false', 'success', 'no error', 'nothing', 'not applicable', '[]', '{}'])(
  'the error %j is a word for none',
  (error) => {
    expect(read({ error, block_hash: `0x${'1'.repeat(64)}` })).toMatchObject({ phase: 'in-block', error: null });
  },
);

test.each(zeros)('%j is the hash of nothing, and kept as what stood there', (zero) => {
  const fields = { data_hash: zero, block_hash: zero, tx_hash: zero };
  const kept = JSON.stringify(zero);
  expect(read(fields)).toMatchObject({
    dataHash: null,
    blockHash: null,
    txHash: null,
    extra: { data_hash: kept, block_hash: kept, tx_hash: kept },
  });
});

test('an address of zeros is one', () => {
  expect(read({ to_address: `0x${'0'.repeat(40)}` })?.toAddress).toBe(`0x${'0'.repeat(40)}`);
});

test('what is longer than any name of a token is kept as what stood there', () => {
  const [name, long] = ['t'.repeat(200), 't'.repeat(201)];
  expect(read({ token_details_id: name })).toMatchObject({ tokenDetailsId: name, extra: {} });
  expect(read({ token_details_id: long })).toMatchObject({
    tokenDetailsId: null,
    extra: { token_details_id: JSON.stringify(long) },
  });
});
