import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import type { Claim } from './check.ts';
import { Network } from './network.ts';
import {
  blobTransactionOf,
  type ChainBlock,
  chainOf,
  claimed,
  hashOf,
  headerOf,
  openNode,
  transactionOf,
} from './node.fixture.ts';

afterEach(cleanUp);

const letter = Buffer.from('A letter, whole and unchanged.');
const other = Buffer.from('Another letter.');
const chain = await chainOf([[], [transactionOf(letter), transactionOf(other)], [], [transactionOf(other)]]);
const [, first] = chain;

type Instead = Parameters<typeof openNode>[2];

async function check(claim: Claim, instead: Instead = {}, finalized = 2, blocks: readonly ChainBlock[] = chain) {
  const { address, asked } = await openNode(blocks, finalized, instead);
  const network = new Network(() => Date.UTC(2026, 0, 2));
  const answer = await network.check(address, claim, new AbortController().signal);
  if (!answer.ok) throw new Error(answer.error.code);
  return { ...answer.value, asked, address };
}

test('what is in a final block under its hashes holds, with the block’s number and time, all of it proven', async () => {
  const { verdict, facts, askedAt, address } = await check(claimed(first, letter));
  expect(verdict).toEqual({ kind: 'holds', by: 'record' });
  expect(facts).toEqual({
    node: address,
    chain: 'Fixture chain',
    blockHash: first?.hash,
    blockNumber: 1,
    blockTime: '2026-01-01T12:00:20.000Z',
    finalizedNumber: 2,
    extrinsicIndex: 1,
    txHash: { recorded: hashOf(transactionOf(letter)), found: hashOf(transactionOf(letter)) },
    dataHash: { recorded: hashOf(letter), found: hashOf(letter) },
    sentAs: 'file',
    sentHash: null,
    size: { expected: null, found: letter.byteLength },
    proven: { header: true, transactions: true },
  });
  expect(askedAt).toBe('2026-01-02T00:00:00.000Z');
});

test('with the file’s digest it holds by the file, also where the record has no hash of the bytes', async () => {
  const digests = { keccak256: null, blake2b256: hashOf(letter) };
  const { verdict } = await check(claimed(first, letter, { digests, dataHash: null }));
  expect(verdict).toEqual({ kind: 'holds', by: 'file' });
});

test('an older record’s Keccak-256 is known as well', async () => {
  const { Hashing } = await import('./chain-format.ts');
  const dataHash = (await Hashing.load()).keccak256(letter);
  expect((await check(claimed(first, letter, { dataHash }))).verdict).toEqual({ kind: 'holds', by: 'record' });
});

test('a block above the finalized head is not final yet', async () => {
  const { verdict, facts } = await check(claimed(chain[3], other));
  expect(verdict).toEqual({ kind: 'not-final', why: 'not-yet' });
  expect(facts).toMatchObject({ blockNumber: 3, finalizedNumber: 2 });
});

test('a block that the network left for another at its height is not final', async () => {
  const left = (await chainOf([[], [transactionOf(other)]]))[1];
  const block = left === undefined ? chain : [...chain, left];
  const { verdict } = await check(claimed(left, other), {}, 2, block);
  expect(verdict).toEqual({ kind: 'not-final', why: 'other-block' });
});

test('another transaction at the place that the record names is said, and a place that the block does not have', async () => {
  expect((await check(claimed(first, letter, { extrinsicIndex: 2 }))).verdict).toEqual({
    kind: 'other-transaction',
  });
  expect((await check(claimed(first, letter, { extrinsicIndex: 3 }))).verdict).toEqual({
    kind: 'other-transaction',
  });
});

test('other bytes than the record’s hash are said, with what is there', async () => {
  const { verdict, facts } = await check(claimed(first, letter, { dataHash: hashOf(other) }));
  expect(verdict).toEqual({ kind: 'other-bytes' });
  expect(facts.dataHash).toEqual({ recorded: hashOf(other), found: hashOf(letter) });
});

test('bytes that are neither the file’s nor of the record’s hash are other bytes', async () => {
  const digests = { keccak256: null, blake2b256: hashOf(other) };
  for (const dataHash of [null, hashOf(other)]) {
    const { verdict } = await check(claimed(first, letter, { digests, dataHash }));
    expect(verdict).toEqual({ kind: 'other-bytes' });
  }
});

test('bytes as recorded that are not the file’s may be the file as the service encrypted it', async () => {
  const digests = { keccak256: null, blake2b256: hashOf(other) };
  const { verdict } = await check(claimed(first, letter, { digests }));
  expect(verdict).toEqual({ kind: 'cannot-tell', why: 'may-be-encrypted' });
});

test('a transaction without bytes, such as a block’s time, is said to carry none', async () => {
  const time = Buffer.from(first?.extrinsics[0]?.slice(2) ?? '', 'hex');
  const { verdict } = await check(claimed(first, letter, { extrinsicIndex: 0, txHash: hashOf(time) }));
  expect(verdict).toEqual({ kind: 'other-bytes' });
});

describe('a transaction that names a blob', async () => {
  const hashing = await (await import('./chain-format.ts')).Hashing.load();
  const keccak256 = hashing.keccak256(letter);
  const blobs = await chainOf([[], [blobTransactionOf(letter)], []]);
  const claim = (changes: Partial<Claim> = {}) =>
    claimed(blobs[1], letter, { txHash: hashOf(blobTransactionOf(letter)), dataHash: keccak256, ...changes });
  const ofFile = { digests: { keccak256, blake2b256: hashOf(letter) }, size: letter.byteLength };

  test('is recognised by the hash in the record', async () => {
    const { verdict, facts } = await check(claim(), {}, 2, blobs);
    expect(verdict).toEqual({ kind: 'blob', by: 'record' });
    expect(facts.dataHash).toEqual({ recorded: keccak256, found: keccak256 });
    expect(facts.size.found).toBe(letter.byteLength);
  });

  test('is recognised by the file, even if the record has no hash', async () => {
    const { verdict } = await check(claim({ ...ofFile, dataHash: null }), {}, 2, blobs);
    expect(verdict).toEqual({ kind: 'blob', by: 'file' });
  });

  test('is not the file if it names the blob of other contents', async () => {
    const digests = { keccak256: hashing.keccak256(other), blake2b256: hashOf(other) };
    const { verdict } = await check(claim({ digests, size: other.byteLength }), {}, 2, blobs);
    expect(verdict).toEqual({ kind: 'cannot-tell', why: 'may-be-encrypted' });
  });

  test('is no evidence if it has another size than the file', async () => {
    const { verdict } = await check(claim({ ...ofFile, size: 1 }), {}, 2, blobs);
    expect(verdict).toEqual({ kind: 'other-bytes' });
  });

  test('gives no bytes', async () => {
    const { address } = await openNode(blobs, 2);
    const bytes = await new Network(Date.now).bytes(address, claim(), new AbortController().signal);
    expect(bytes).toMatchObject({ error: { code: 'not-from-network', values: { why: 'blob' } } });
  });
});

test.each([
  ['no-block-yet', { blockHash: null }],
  ['no-place', { extrinsicIndex: null }],
  ['nothing-to-compare', { dataHash: null }],
  ['unknown-block', { blockHash: `0x${'ab'.repeat(32)}` }],
] as const)('cannot tell: %s', async (why, changes) => {
  expect((await check(claimed(first, letter, changes))).verdict).toEqual({ kind: 'cannot-tell', why });
});

test('a record without a block asks nobody', async () => {
  expect((await check(claimed(undefined, letter))).asked).toEqual([]);
});

test.each([null, { block: null, justifications: null }])(
  'a node without the block’s body has pruned it: %j',
  async (body) => {
    const { verdict, facts } = await check(claimed(first, letter), { chain_getBlock: () => body });
    expect(verdict).toEqual({ kind: 'cannot-tell', why: 'pruned' });
    expect(facts.proven).toEqual({ header: true, transactions: false });
  },
);

const forged = headerOf({ number: 1, parentHash: `0x${'11'.repeat(32)}`, extrinsicsRoot: `0x${'22'.repeat(32)}` });

test.each([
  ['a header that is not the block’s', { chain_getHeader: () => forged.header }],
  ['a finalized head that it does not know', { chain_getFinalizedHead: () => forged.hash }],
  ['no block at a height below the finalized one', { chain_getBlockHash: () => null }],
  [
    'a transaction exchanged for another',
    {
      chain_getBlock: () => ({
        block: { header: first?.header, extrinsics: [first?.extrinsics[0], first?.extrinsics[2]] },
      }),
    },
  ],
  [
    'a block without one of its transactions',
    { chain_getBlock: () => ({ block: { header: first?.header, extrinsics: first?.extrinsics.slice(0, 2) } }) },
  ],
  [
    'a block with another header',
    { chain_getBlock: () => ({ block: { header: forged.header, extrinsics: first?.extrinsics } }) },
  ],
] as const)('a node that lies is found out: %s', async (_, instead) => {
  expect((await check(claimed(first, letter), instead)).verdict).toEqual({
    kind: 'cannot-tell',
    why: 'node-contradicts-itself',
  });
});

test('a header of a kind that is not known here proves nothing, and what the record names is compared all the same', async () => {
  const strange = (header: object | undefined) => ({ ...header, extension: { V9: {} } });
  const { verdict, facts } = await check(claimed(first, letter), {
    chain_getHeader: ([hash]) => strange(chain.find((block) => block.hash === hash)?.header),
    chain_getBlock: () => ({ block: { header: strange(first?.header), extrinsics: first?.extrinsics } }),
  });
  expect(verdict).toEqual({ kind: 'holds', by: 'record' });
  expect(facts.proven).toEqual({ header: false, transactions: false });
});

test('a node that is down is said to be silent, with its host', async () => {
  const network = new Network(Date.now);
  const answer = await network.check('http://127.0.0.1:9', claimed(first, letter), new AbortController().signal);
  expect(answer).toMatchObject({
    ok: true,
    value: {
      verdict: {
        kind: 'cannot-tell',
        why: 'node-silent',
        reason: { code: 'node-silent', values: { why: 'unreachable', host: '127.0.0.1:9' } },
      },
    },
  });
});

test('the bytes are had where the record’s hash proves them, and not where nothing does', async () => {
  const { address } = await openNode(chain, 2);
  const network = new Network(Date.now);
  const bytes = (changes: Partial<Claim>) =>
    network.bytes(address, claimed(first, letter, changes), new AbortController().signal);
  expect(await bytes({})).toEqual({ ok: true, value: new Uint8Array(letter) });
  expect(await bytes({ dataHash: hashOf(other) })).toMatchObject({ error: { values: { why: 'other-bytes' } } });
  expect(await bytes({ dataHash: null })).toMatchObject({ error: { values: { why: 'nothing-to-compare' } } });
});
