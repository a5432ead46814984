import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { compact } from 'scale-ts';
import { answering, type Received } from '../service/scripted-server.fixture.ts';
import { extrinsicsRoot, Hashing } from './chain-format.ts';
import type { Claim } from './check.ts';
import { publishedSubmissions } from './published-transactions.fixture.ts';

/** For tests: a chain of a few blocks, and a node that answers of it, or what a test says in its place. */

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
export const hashOf = (bytes: Uint8Array): string => hex(blake2b(bytes, { dkLen: 32 }));

/** As a header has them before its digest. */
type Core = { readonly number: number; readonly parentHash: string; readonly extrinsicsRoot: string };

export type ChainBlock = {
  readonly hash: string;
  readonly header: object & Core;
  readonly extrinsics: readonly string[];
};

const stateRoot = `0x${'5a'.repeat(32)}`;
const noHash = `0x${'00'.repeat(32)}`;
const bytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/** A header of this network with an empty extension, and its hash, coded here a second time. */
export function headerOf({ number, parentHash, extrinsicsRoot }: Core) {
  const coded = Buffer.concat([
    ...[bytes(parentHash), compact.enc(number), bytes(stateRoot), bytes(extrinsicsRoot)],
    // No logs; then the extension: V3, of nothing.
    ...[Buffer.of(0), Buffer.of(2, 0, 0, 0, 0, 0), bytes(noHash)],
  ]);
  const header = {
    ...{ parentHash, number: `0x${number.toString(16)}`, stateRoot, extrinsicsRoot, digest: { logs: [] } },
    extension: {
      V3: {
        appLookup: { size: 0, index: [] },
        commitment: { rows: 0, cols: 0, commitment: [], dataRoot: noHash },
      },
    },
  };
  return { header, hash: hashOf(coded) };
}

/** A `submit_data` transaction as the network has it: what a published one has before its data, and these bytes. */
export function transactionOf(data: Uint8Array): Uint8Array {
  const [published] = publishedSubmissions;
  if (published === undefined) throw new Error('There is a published one.');
  const whole = bytes(published.extrinsic);
  const head = whole.subarray(2, whole.byteLength - published.data.length - 1);
  const body = Buffer.concat([head, compact.enc(data.byteLength), data]);
  return Buffer.concat([compact.enc(body.byteLength), body]);
}

/** A `submit_blob_metadata` transaction, which names the bytes by Keccak-256 and size. */
export function blobTransactionOf(data: Uint8Array): Uint8Array {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(data.byteLength));
  const commitment = Buffer.alloc(48, 7);
  const body = Buffer.concat([
    ...[Buffer.of(0x84, 29, 5), compact.enc(3), keccak_256(data), size],
    ...[compact.enc(commitment.byteLength), commitment],
  ]);
  return Buffer.concat([compact.enc(body.byteLength), body]);
}

/** `timestamp.set` of noon, some seconds on. */
const timestamp = (number: number): Uint8Array => {
  const body = Buffer.concat([Buffer.of(4, 3, 0), compact.enc(Date.UTC(2026, 0, 1, 12) + 20_000 * number)]);
  return Buffer.concat([compact.enc(body.byteLength), body]);
};

/** Blocks from 0 on, each with its time and these transactions. */
export async function chainOf(contents: readonly (readonly Uint8Array[])[]): Promise<readonly ChainBlock[]> {
  const hashing = await Hashing.load();
  const blocks: ChainBlock[] = [];
  for (const [number, submitted] of contents.entries()) {
    const extrinsics = [timestamp(number), ...submitted];
    const root = hex(extrinsicsRoot(extrinsics, hashing));
    const core = { number, parentHash: blocks.at(-1)?.hash ?? noHash, extrinsicsRoot: root };
    const { header, hash } = headerOf(core);
    blocks.push({ hash, header: { ...header, ...core, number }, extrinsics: extrinsics.map(hex) });
  }
  return blocks;
}

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** `instead`: answers that take the place of the chain's own, by method. `finalized`: the height up to which blocks are final. */
export async function openNode(blocks: readonly ChainBlock[], finalized: number, instead: Answers = {}) {
  const asked: string[] = [];
  const byHash = (hash: unknown) => blocks.find((block) => block.hash === hash) ?? null;
  const answers: Answers = {
    system_chain: () => 'Fixture chain',
    chain_getFinalizedHead: () => blocks[finalized]?.hash,
    chain_getHeader: ([hash]) => byHash(hash)?.header ?? null,
    chain_getBlockHash: ([number]) => blocks[Number(number)]?.hash ?? null,
    chain_getBlock: ([hash]) => {
      const block = byHash(hash);
      if (block === null) return null;
      const { header, extrinsics } = block;
      return { block: { header, extrinsics }, justifications: null };
    },
    ...instead,
  };
  const { baseUrl } = await answering(({ body }: Received, response) => {
    const { id, method, params } = JSON.parse(body.toString()) as { id: number; method: string; params: unknown[] };
    asked.push(method);
    const answer = answers[method];
    const said =
      answer === undefined ? { error: { code: -32_601, message: 'Method not found' } } : { result: answer(params) };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
  });
  return { address: baseUrl, asked };
}

/** What is claimed of `data` in the second transaction of a block. */
export function claimed(block: ChainBlock | undefined, data: Uint8Array, changes: Partial<Claim> = {}): Claim {
  return {
    blockHash: block?.hash ?? null,
    extrinsicIndex: 1,
    txHash: hashOf(transactionOf(data)),
    dataHash: hashOf(data),
    digests: { keccak256: null, blake2b256: null },
    sentAs: 'file',
    size: null,
    ...changes,
  };
}
