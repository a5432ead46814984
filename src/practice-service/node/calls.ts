import { createHash } from 'node:crypto';
import {
  type Block,
  type Blocks,
  extrinsicsOf,
  headerAsJson,
  isCarried,
  type PlacedSubmission,
  wholeTransaction,
} from '../chain/blocks.ts';
import { runtimeOf } from '../chain/transactions.ts';
import type { NodeFault } from '../faults.ts';
import type { PayloadStore } from '../payload-store.ts';
import { type Call, type CallResult, InvalidParams } from './json-rpc.ts';

const HEALTH = { peers: 0, isSyncing: false, shouldHavePeers: false };
const RUNTIME = { specName: 'dropslip-practice', implName: 'dropslip-practice', implVersion: 0 };

export function nodeCalls(blocks: Blocks, payloads: PayloadStore, fault: NodeFault | null): ReadonlyMap<string, Call> {
  const blockOf = ([hash]: readonly unknown[]): Block | null => {
    const asked = askedHash(hash);
    return asked === null ? blocks.head() : blocks.withHash(asked);
  };
  const hashAt = (number: number): string | null => {
    const block = blocks.atHeight(number);
    if (block === null) return null;
    return `0x${fault === 'other-hash' ? madeUpHash(number) : block.hash}`;
  };
  const finalizedHash = (): string =>
    `0x${fault === 'finality-behind' ? blocks.atHeight(0)?.hash : blocks.finalized().hash}`;

  const calls = new Map<string, Call>([
    ['chain_getBlock', (params) => blockResult(blocks, payloads, blockOf(params), fault)],
    ['chain_getHeader', (params) => value(headerJson(blockOf(params), fault))],
    ['chain_getBlockHash', ([height]) => value(hashesAt(height, blocks.head().number, hashAt))],
    ['chain_getFinalizedHead', () => value(finalizedHash())],
    ['system_chain', () => value('Dropslip practice chain')],
    ['system_name', () => value('Dropslip practice node')],
    ['system_health', () => value(HEALTH)],
    [
      'state_getRuntimeVersion',
      (params) => value({ ...RUNTIME, specVersion: runtimeOf((blockOf(params) ?? blocks.head()).number) }),
    ],
  ]);
  calls.set('rpc_methods', () => value({ methods: [...calls.keys()].toSorted() }));
  return calls;
}

function blockResult(blocks: Blocks, payloads: PayloadStore, block: Block | null, fault: NodeFault | null): CallResult {
  if (block === null) return value(null);
  const isFinal = block.number <= blocks.finalized().number;
  if (fault === 'pruned' && isFinal) return value(null);
  if (fault === 'null-block' && isFinal) return value({ block: null, justifications: null });
  const body = fault === 'other-extrinsics' ? neighbourOf(blocks, block) : block;
  const submissions = blocks.submissionsIn(body.number);
  if (!submissions.every((submission) => isCarried(submission, payloads))) return value(null);
  return { kind: 'text', pieces: blockText(headerJson(block, fault), body, submissions, payloads, fault) };
}

/** Reads one transaction at a time, so that a whole block is never in memory. */
async function* blockText(
  header: object | null,
  body: Block,
  submissions: readonly PlacedSubmission[],
  payloads: PayloadStore,
  fault: NodeFault | null,
): AsyncGenerator<string> {
  yield `{"block":{"header":${JSON.stringify(header)},"extrinsics":[`;
  for (const [index, extrinsic] of extrinsicsOf(body, submissions).entries()) {
    const transaction = Buffer.from(await wholeTransaction(extrinsic, payloads));
    const dataAt = extrinsic.head.length;
    const firstByte = transaction[dataAt];
    if (fault === 'changed-byte' && firstByte !== undefined) transaction[dataAt] = firstByte ^ 1;
    yield `${index === 0 ? '' : ','}"0x${transaction.toString('hex')}"`;
  }
  yield ']},"justifications":null}';
}

function headerJson(block: Block | null, fault: NodeFault | null): object | null {
  if (block === null) return null;
  const { header } = block;
  return headerAsJson(fault === 'changed-header' ? { ...header, extrinsicsRoot: madeUpHash(header.number) } : header);
}

function neighbourOf(blocks: Blocks, block: Block): Block {
  const neighbours = [blocks.atHeight(block.number - 1), blocks.atHeight(block.number + 1)];
  const there = neighbours.filter((other) => other !== null);
  return there.find(({ number }) => blocks.submissionsIn(number).length > 0) ?? there.at(-1) ?? block;
}

/** At one height or at several; where none is asked for, the head's. */
function hashesAt(asked: unknown, head: number, hashAt: (number: number) => string | null): unknown {
  if (asked === undefined || asked === null) return hashAt(head);
  if (Array.isArray(asked)) return asked.map((one) => hashAt(askedNumber(one)));
  return hashAt(askedNumber(asked));
}

function askedNumber(given: unknown): number {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0) return given;
  if (typeof given === 'string' && /^0x[0-9a-f]{1,13}$/i.test(given)) return Number(given);
  throw new InvalidParams('a block number is expected, plain or as hex with 0x');
}

function askedHash(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && /^0x[0-9a-f]{64}$/i.test(given)) return given.slice(2).toLowerCase();
  throw new InvalidParams('a block hash is expected: 32 bytes as hex with 0x');
}

function madeUpHash(number: number): string {
  return createHash('sha256').update(`no block at ${number}`).digest('hex');
}

function value(of: unknown): CallResult {
  return { kind: 'value', value: of };
}
