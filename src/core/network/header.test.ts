import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extrinsicsRoot } from './extrinsics-root.ts';
import { Hashing } from './hashing.ts';
import { headerInput, proveHeader } from './header.ts';
import { headerOf } from './node.fixture.ts';
import { publishedHeader, publishedPlainBlock, publishedPlainHeaders } from './published-transactions.fixture.ts';

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
  expect(
    prove(
      { ...header, extension: { Fri: { V1: { blobs: [], dataRoot: header.stateRoot, paramsVersion: 'V0' } } } },
      hash,
    ),
  ).toBe('unknown');
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
  const root = await extrinsicsRoot(publishedPlainBlock.extrinsics.map(bytes), hashing);
  expect(Buffer.from(root).toString('hex')).toBe(publishedPlainBlock.header.extrinsicsRoot.slice(2));
});

/** Source: w3f/polkadot-wiki, docs/build/build-node-interaction.md: the answer to `chain_getBlock` shown there. */
test('the block of the network’s documentation has its root', async () => {
  const root = await extrinsicsRoot(['0x280402000b50055ee97001', '0x1004140000'].map(bytes), hashing);
  expect(Buffer.from(root).toString('hex')).toBe('0e354333c062892e774898e7ff5e23bf1cdd8314755fac15079e25c1a7765f06');
});

test('no two lists of transactions have one root', async () => {
  const list = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(list, list, async (one, other) => {
      const isSame = JSON.stringify(one.map(String)) === JSON.stringify(other.map(String));
      const [first, second] = [await extrinsicsRoot(one, hashing), await extrinsicsRoot(other, hashing)];
      expect(Buffer.from(first).equals(Buffer.from(second))).toBe(isSame);
    }),
    { numRuns: 50 },
  );
});
