import fc from 'fast-check';
import { compact } from 'scale-ts';
import { expect, test } from 'vitest';
import {
  blockTime,
  extrinsicsRoot,
  Hashing,
  headerInput,
  isWhole,
  proveHeader,
  readCompact,
  submittedTails,
} from './chain-format.ts';
import { hashOf, headerOf, transactionOf } from './node.fixture.ts';
import {
  publishedBlock,
  publishedHeader,
  publishedPlainBlock,
  publishedPlainHeaders,
  publishedSubmissions,
  publishedTimestamp,
} from './published-transactions.fixture.ts';

const hashing = await Hashing.load();
const prove = (header: unknown, hash: string) => proveHeader(headerInput.parse(header), hash, hashing);
const bytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');

test.each([publishedHeader, publishedPlainBlock, ...publishedPlainHeaders])(
  'a published header has its published hash: $hash',
  ({ header, hash }) => {
    expect(prove(header, hash)).toBe('proven');
  },
);

test('one other member, and the published header has another hash', () => {
  const { header, hash } = publishedHeader;
  const { V3 } = header.extension;
  const zero = `0x${'00'.repeat(32)}`;
  for (const changed of [
    { ...header, number: '0x5a057' },
    { ...header, parentHash: zero },
    { ...header, stateRoot: zero },
    { ...header, extrinsicsRoot: zero },
    { ...header, digest: { logs: header.digest.logs.slice(1) } },
    { ...header, extension: { V3: { ...V3, commitment: { ...V3.commitment, rows: 2 } } } },
    { ...header, extension: { V3: { ...V3, appLookup: { size: 1, index: [{ appId: 1, start: 0 }] } } } },
    { ...header, extension: undefined },
  ]) {
    expect(prove(changed, hash)).toBe('other');
  }
});

test('the number may be hex, decimal or a number, and the commitment hex', () => {
  const { header, hash } = publishedHeader;
  const { appLookup, commitment } = header.extension.V3;
  const inHex = { ...commitment, commitment: `0x${Buffer.from(commitment.commitment).toString('hex')}` };
  for (const number of ['368726', 368_726]) {
    expect(prove({ ...header, number, extension: { V3: { appLookup, commitment: inHex } } }, hash)).toBe('proven');
  }
});

test('a header with an extension that is not known here proves nothing', () => {
  const { header, hash } = publishedHeader;
  expect(prove({ ...header, extension: { V9: {} } }, hash)).toBe('unknown');
});

test('the headers that tests make have the hashes that they say', () => {
  const { header, hash } = headerOf({
    number: 70_000,
    parentHash: publishedHeader.hash,
    extrinsicsRoot: publishedHeader.hash,
  });
  expect(prove(header, hash)).toBe('proven');
});

test('a published block’s transactions have the root in its header', async () => {
  const root = extrinsicsRoot(publishedPlainBlock.extrinsics.map(bytes), hashing);
  expect(Buffer.from(root).toString('hex')).toBe(publishedPlainBlock.header.extrinsicsRoot.slice(2));
});

/** Source: w3f/polkadot-wiki, docs/build/build-node-interaction.md: the answer to `chain_getBlock` shown there. */
test('the block of the network’s documentation has its root', async () => {
  const root = extrinsicsRoot(['0x280402000b50055ee97001', '0x1004140000'].map(bytes), hashing);
  expect(Buffer.from(root).toString('hex')).toBe('0e354333c062892e774898e7ff5e23bf1cdd8314755fac15079e25c1a7765f06');
});

test('no two lists of transactions have one root', async () => {
  const list = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(list, list, async (one, other) => {
      const isSame = JSON.stringify(one.map(String)) === JSON.stringify(other.map(String));
      const [first, second] = [extrinsicsRoot(one, hashing), extrinsicsRoot(other, hashing)];
      expect(Buffer.from(first).equals(Buffer.from(second))).toBe(isSame);
    }),
    { numRuns: 50 },
  );
});

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
