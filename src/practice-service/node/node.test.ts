import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compact } from 'scale-ts';
import { expect, test } from 'vitest';
import { headOfSubmission } from '../chain/transactions.ts';
import {
  blake2b,
  bytesOf,
  type FinalPlace,
  hashOfHeader,
  hexOf,
  rootOf,
  startService,
  type TestService,
  temporaryFolder,
} from '../service.fixture.ts';

const MIB = 1024 * 1024;
const keccakOfAbc = '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45';

test.each(['documented', 'deployed'] as const)(
  'records of the %s dialect lead to the transactions that carry the bytes',
  async (dialect) => {
    const service = await startService({ dialect, blockTimeSeconds: 0.1, payloadLimitBytes: 4 * MIB });
    const bodies = [Buffer.from('a'), Buffer.alloc(70, 'b'), Buffer.alloc(20_000, 'c'), Buffer.alloc(3 * MIB, 'd')];
    const ids = await Promise.all(bodies.map((body) => service.accepted(body)));
    for (const [at, id] of ids.entries()) {
      const body = bodies[at] ?? Buffer.alloc(0);
      const { tx_hash: txHash, data_hash: dataHash, extrinsic } = await service.finalPlace(id);
      const transaction = bytesOf(extrinsic);
      expect(hexOf(blake2b(transaction))).toBe(`0x${txHash}`);
      expect(hexOf(blake2b(body))).toBe(`0x${dataHash}`);
      expect(transaction.subarray(-body.length).equals(body)).toBe(true);
      const length = compact.enc(body.length);
      expect(transaction.subarray(-body.length - length.length, -body.length)).toEqual(Buffer.from(length));
      expect(compact.dec(Uint8Array.from(transaction.subarray(0, 16)))).toBeGreaterThan(body.length);
    }
  },
);

test('the hash of a block is that of its header, whose root is that of its transactions, and its parent the block before', async () => {
  const service = await startService({ blockTimeSeconds: 0.1 });
  const ids = await Promise.all(['1', '2', '3'].map((body) => service.accepted(body)));
  await service.finalPlace(ids[2] ?? '');
  const head = Number((await header(service, null)).number);
  expect(head).toBeGreaterThanOrEqual(3);
  for (let number = 0; number <= head; number += 1) {
    const hash = String(await service.call('chain_getBlockHash', number));
    const { block } = await blockOf(service, hash);
    expect(hashOfHeader(block.header)).toBe(hash);
    expect(await service.call('chain_getHeader', hash)).toEqual(block.header);
    if (number === 0) continue;
    expect(await rootOf(block.extrinsics)).toBe(block.header.extrinsicsRoot);
    expect(block.header.parentHash).toBe(await service.call('chain_getBlockHash', number - 1));
  }
});

test('the first transaction of a block is its time, and its submissions follow', async () => {
  const before = Date.now();
  const { service, ids } = await inOneGo(['1', '2', '3', '4']);
  const places = await Promise.all(ids.map((id) => service.finalPlace(id)));
  expect(places.map((place) => place.extrinsic_index).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4]);
  const { extrinsics } = places[0]?.block ?? { extrinsics: [] };
  expect(extrinsics).toHaveLength(5);
  const [time = ''] = extrinsics;
  expect(time).toMatch(/^0x28050300/);
  const milliseconds = Number(compact.dec(Uint8Array.from(bytesOf(time).subarray(4))));
  expect(milliseconds).toBeGreaterThanOrEqual(before);
  expect(milliseconds).toBeLessThanOrEqual(Date.now());
});

test('what is final is two blocks behind the head, and blocks come until all submissions are', async () => {
  const service = await startService();
  const place = await service.finalPlace(await service.accepted('x'));
  const final = await header(service, await service.call('chain_getFinalizedHead'));
  expect(Number((await header(service, null)).number) - Number(final.number)).toBe(2);
  expect(final.number).toBe(place.block.header.number);
  expect(await service.call('chain_getBlockHash', Number(final.number) + 1)).not.toBeNull();
});

test('blocks are the same after a restart', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir });
  const ids = await Promise.all([Buffer.alloc(10), Buffer.alloc(100_000, 7)].map((body) => first.accepted(body)));
  const places = await Promise.all(ids.map((id) => first.finalPlace(id)));
  await first.service.close();
  const second = await startService({ dataDir });
  expect(await Promise.all(ids.map((id) => second.finalPlace(id)))).toEqual(places);
});

test('a block holds no more than 4 MiB, where one submission alone is not more', async () => {
  const sizes = [MIB, MIB, MIB, 2 * MIB, 5 * MIB, 10];
  const { service, ids } = await inOneGo(sizes.map((size) => Buffer.alloc(size)));
  const places = await Promise.all(ids.map((id) => service.finalPlace(id)));
  expect(places.map((place) => Number(place.block.header.number))).toEqual([1, 1, 1, 2, 3, 4]);
});

test('encrypted bytes reach the chain as data_hash has them, and come back from the service as they were', async () => {
  const service = await startService({ dialect: 'deployed', dataHash: 'encrypted' });
  const bodies = [Buffer.from('secret'), Buffer.alloc(100_000, 's')];
  for (const body of bodies) {
    const id = await service.accepted(body);
    const { data_hash: dataHash, tx_hash: txHash, extrinsic } = await service.finalPlace(id);
    const carried = bytesOf(extrinsic).subarray(-(65 + body.length));
    expect(hexOf(blake2b(carried))).toBe(`0x${dataHash}`);
    expect(hexOf(blake2b(bytesOf(extrinsic)))).toBe(`0x${txHash}`);
    expect(carried.subarray(65).equals(body)).toBe(false);
    const back = await service.get(`/v1/get_pre_image?submission_id=${id}`, service.apiKey);
    expect(Buffer.from(await back.arrayBuffer()).equals(body)).toBe(true);
  }
});

test('with the older data_hash the chain carries the same bytes', async () => {
  const service = await startService({ dataHash: 'keccak256' });
  const place = await service.finalPlace(await service.accepted('abc'));
  expect(place.data_hash).toBe(keccakOfAbc);
  expect(bytesOf(place.extrinsic).subarray(-3).toString()).toBe('abc');
});

test('a block whose bytes are gone is null, its header is not', async () => {
  const service = await startService();
  const id = await service.accepted('x');
  const { block_hash: hash } = await service.finalPlace(id);
  await rm(join(service.dataDir, 'submissions', id));
  expect(await service.call('chain_getBlock', `0x${hash}`)).toBeNull();
  expect(await service.call('chain_getHeader', `0x${hash}`)).not.toBeNull();
});

test('no two submissions have the same transaction, not even of the same bytes', () => {
  const heads = [1, 2, 3].map((seq) => hexOf(headOfSubmission(5, { seq, size: 4, networkAppId: 246 })));
  expect(new Set(heads).size).toBe(3);
});

/** Submissions that are all due for the next block at once: they waited while the service was stopped. */
async function inOneGo(
  bodies: readonly (Buffer<ArrayBuffer> | string)[],
): Promise<{ service: TestService; ids: string[] }> {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir, blockTimeSeconds: 600, payloadLimitBytes: 5 * MIB });
  const ids: string[] = [];
  for (const body of bodies) ids.push(await first.accepted(body));
  await first.service.close();
  return { service: await startService({ dataDir }), ids };
}

async function header(service: TestService, hash: unknown): Promise<{ number: string }> {
  const known = await service.call('chain_getHeader', hash);
  if (typeof known !== 'object' || known === null || !('number' in known)) throw new Error(`No header of ${hash}`);
  return { number: String(known.number) };
}

type BlockJson = {
  readonly block: { readonly header: FinalPlace['block']['header']; readonly extrinsics: readonly string[] };
};

async function blockOf(service: TestService, hash: string): Promise<BlockJson> {
  const response = await service.askNode(
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'chain_getBlock', params: [hash] }),
  );
  const { result }: { result: BlockJson } = await response.json();
  return result;
}
