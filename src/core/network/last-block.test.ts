import { afterEach, expect, test, vi } from 'vitest';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import type { Claim } from './check.ts';
import { Network } from './network.ts';
import { chainOf, claimed, openNode, transactionOf } from './node.fixture.ts';

afterEach(() => {
  vi.useRealTimers();
  return cleanUp();
});

const parts = [1, 2, 3].map((part) => Buffer.alloc(1_000, part));
const chain = await chainOf([[], parts.map(transactionOf), [transactionOf(Buffer.from('Another.'))]]);
const claims = parts.map((part, at) => claimed(chain[1], part, { extrinsicIndex: at + 1 }));
const asking = () => AbortSignal.timeout(20_000);

async function open(blocks = chain, finalized = 2) {
  const { address, asked } = await openNode(blocks, finalized);
  const network = new Network(Date.now);
  const read = async (claim: Claim | undefined) => {
    if (claim === undefined) throw new Error('There is a claim.');
    const bytes = await network.bytes(address, claim, asking());
    return bytes.ok ? Buffer.from(bytes.value) : bytes.error;
  };
  return { network, address, read, blocksRead: () => asked.filter((method) => method === 'chain_getBlock').length };
}

test('parts that lie in one block are read of it, and the node is asked for the block once', async () => {
  const { read, blocksRead } = await open();
  for (const [at, claim] of claims.entries()) expect(await read(claim)).toEqual(parts[at]);
  expect(blocksRead()).toBe(1);
});

test('that a block is final is asked for each part all the same', async () => {
  let finalized = 2;
  const { address } = await openNode(chain, 0, { chain_getFinalizedHead: () => chain[finalized]?.hash });
  const network = new Network(Date.now);
  const [first, second] = claims;
  if (first === undefined || second === undefined) throw new Error('There are claims.');
  expect(await network.bytes(address, first, asking())).toMatchObject({ ok: true });
  finalized = 0;
  expect(await network.bytes(address, second, asking())).toMatchObject({ error: { values: { why: 'not-final' } } });
});

test('a block is let go a while after it was last wanted', async () => {
  const { read, blocksRead } = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await read(claims[0]);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await read(claims[1]);
  expect(blocksRead()).toBe(2);
});

test('a block that is too large to be held is not', async () => {
  const large = Array.from({ length: 17 }, (_, at) => Buffer.alloc(1024 * 1024, at));
  const blocks = await chainOf([[], large.map(transactionOf), []]);
  const { read, blocksRead } = await open(blocks);
  for (const at of [0, 1]) {
    const part = large[at] ?? Buffer.alloc(0);
    expect(part.equals(Buffer.from(await asBytes(read(claimed(blocks[1], part, { extrinsicIndex: at + 1 })))))).toBe(
      true,
    );
  }
  expect(blocksRead()).toBe(2);
});

async function asBytes(read: Promise<unknown>): Promise<Uint8Array> {
  const bytes = await read;
  if (bytes instanceof Uint8Array) return bytes;
  throw new Error(JSON.stringify(bytes));
}
