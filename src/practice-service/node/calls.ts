import { createHash } from 'node:crypto';
import type { Block, Blocks } from '../chain/blocks.ts';
import { headerAsJson } from '../chain/header.ts';
import { runtimeOf } from '../chain/transactions.ts';
import type { NodeFault } from '../faults.ts';
import { extrinsicsText, type NodeSources } from './block-text.ts';
import { type Call, type CallResult, InvalidParams, type TextPieces } from './json-rpc.ts';

const HEALTH = { peers: 0, isSyncing: false, shouldHavePeers: false };
const RUNTIME = { specName: 'dropslip-practice', implName: 'dropslip-practice', implVersion: 0 };

export function nodeCalls(sources: NodeSources, fault: NodeFault | null): ReadonlyMap<string, Call> {
  const { blocks } = sources;
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
    ['chain_getBlock', (params) => blockResult(sources, blockOf(params), fault)],
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

function blockResult(sources: NodeSources, block: Block | null, fault: NodeFault | null): CallResult {
  if (block === null) return value(null);
  const isFinal = block.number <= sources.blocks.finalized().number;
  if (fault === 'pruned' && isFinal) return value(null);
  if (fault === 'null-block' && isFinal) return value({ block: null, justifications: null });
  const body = fault === 'other-extrinsics' ? neighbourOf(sources.blocks, block) : block;
  const change = fault === 'changed-byte' ? 'one byte of the data' : 'nothing';
  const extrinsics = extrinsicsText(sources, body, change);
  if (extrinsics === null) return value(null);
  return { kind: 'text', pieces: blockText(headerJson(block, fault), extrinsics) };
}

async function* blockText(header: object | null, extrinsics: TextPieces): AsyncGenerator<string> {
  yield `{"block":{"header":${JSON.stringify(header)},"extrinsics":`;
  yield* extrinsics;
  yield '},"justifications":null}';
}

function headerJson(block: Block | null, fault: NodeFault | null): object | null {
  const header = block?.header ?? null;
  if (header === null) return null;
  if (fault !== 'changed-header') return headerAsJson(header);
  return headerAsJson({ ...header, extrinsicsRoot: madeUpHash(header.number) });
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
