import fc from 'fast-check';
import { compact } from 'scale-ts';
import { expect, test } from 'vitest';
import { hashOf, transactionOf } from './node.fixture.ts';
import { publishedBlock, publishedSubmissions, publishedTimestamp } from './published-transactions.fixture.ts';
import { blockTime, isWhole, readCompact, submittedTails } from './transaction.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');

test.each(publishedSubmissions)('the bytes of a published transaction are its tail: $source', ({ extrinsic, data }) => {
  expect(isWhole(bytes(extrinsic))).toBe(true);
  expect(Buffer.from(submittedTails(bytes(extrinsic))[0] ?? []).toString()).toBe(data);
});

test.each(publishedBlock.extrinsics)(
  'the hash of a published transaction is BLAKE2b-256 of all of it: $hash',
  (one) => {
    expect(isWhole(bytes(one.extrinsic))).toBe(true);
    expect(hashOf(bytes(one.extrinsic))).toBe(one.hash);
  },
);

test('the time of published blocks is that of their first transactions', () => {
  const block = publishedBlock.extrinsics.map(({ extrinsic }) => bytes(extrinsic));
  expect(blockTime(block)).toBe(new Date(publishedBlock.timestamp).toISOString());
  expect(blockTime([bytes(publishedTimestamp.extrinsic)])).toBe(new Date(publishedTimestamp.timestamp).toISOString());
});

test('what else stands in a block gives no time', () => {
  const others = publishedBlock.extrinsics.slice(1).map(({ extrinsic }) => bytes(extrinsic));
  expect(blockTime([...others, transactionOf(Buffer.from('x'))])).toBeNull();
});

test('any submitted bytes are the first tail of their transaction, exactly', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70_000 }), (data) => {
      const transaction = transactionOf(data);
      expect(isWhole(transaction)).toBe(true);
      expect(Buffer.compare(submittedTails(transaction)[0] ?? Buffer.of(1), data)).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('a transaction that lacks a byte, or has one more, is not whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
      const transaction = Buffer.from(transactionOf(data));
      expect(isWhole(transaction.subarray(0, -1))).toBe(false);
      expect(isWhole(Buffer.concat([transaction, Buffer.of(0)]))).toBe(false);
    }),
  );
});

test('any bytes at all are read without throwing, and each tail ends them behind its own length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (noise) => {
      for (const tail of submittedTails(noise)) {
        const length = Buffer.from(compact.enc(tail.byteLength));
        const end = Buffer.concat([length, tail]);
        expect(Buffer.from(noise).subarray(-end.byteLength).equals(end)).toBe(true);
      }
      isWhole(noise);
      blockTime([noise]);
    }),
  );
});

test('a compact number is read as it was written, wherever it stands, and in no longer form', () => {
  fc.assert(
    fc.property(fc.nat(Number.MAX_SAFE_INTEGER), fc.uint8Array({ maxLength: 9 }), (value, before) => {
      const written = compact.enc(value);
      expect(readCompact(Buffer.concat([before, written]), before.byteLength)).toEqual({
        value,
        bytes: written.byteLength,
      });
      expect(readCompact(written.subarray(0, -1), 0)).toBeNull();
    }),
  );
  // Five, in two bytes.
  expect(readCompact(Buffer.of(0b0001_0101, 0), 0)).toBeNull();
});
