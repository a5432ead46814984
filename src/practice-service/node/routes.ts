import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
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
import { JSON_TYPE } from '../http/dialects.ts';
import type { Service } from '../http/service.ts';
import { expectsContinue, mediaType } from '../http/submission-routes.ts';
import { type PayloadStore, PayloadTooLarge, readWhole } from '../payload-store.ts';

export const NODE_PATH = '/node';

const PLAIN = 'text/plain; charset=utf-8';
const LONGEST_BODY_BYTES = 1024 * 1024;
const SLOW_MS = 2_000;

/** The node of the practice chain: JSON-RPC over POST, without credentials and rate limit. */
export function addNodeRoutes(app: FastifyInstance, service: Service): void {
  app.post(NODE_PATH, (request, reply) => answer(service, request, reply));
  app.route({
    method: ['GET', 'PUT', 'DELETE'],
    url: NODE_PATH,
    handler: (_request, reply) =>
      reply.status(405).header('allow', 'POST').type(PLAIN).send('Used HTTP Method is not allowed. POST is required\n'),
  });
}

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { chain, payloads, faults } = service;
  if (faults.node === 'down') {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  if (faults.node === 'silent') return reply.hijack();
  if (faults.node === 'no-json') {
    return reply.status(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>\n');
  }
  if (mediaType(request.raw) !== 'application/json') {
    reply.status(415).type(PLAIN);
    return reply.send('Supplied content type is not allowed. Content-Type: application/json is required\n');
  }
  if (expectsContinue(request.raw)) reply.raw.writeContinue();
  const body = await readBody(request);
  if (body === null) return reply.status(413).type(PLAIN).send('The request is too big\n');
  if (faults.node === 'slow') await wait(SLOW_MS, undefined, { ref: false });
  const calls = nodeCalls(chain.blocks, payloads, faults.node);
  return reply.type(JSON_TYPE).send(Readable.from(answerBody(body, calls), { objectMode: false }));
}

async function readBody(request: FastifyRequest): Promise<string | null> {
  try {
    return (await readWhole(request.raw, LONGEST_BODY_BYTES)).toString('utf8');
  } catch (error) {
    if (error instanceof PayloadTooLarge) return null;
    throw error;
  }
}

const HEALTH = { peers: 0, isSyncing: false, shouldHavePeers: false };
const RUNTIME = { specName: 'dropslip-practice', implName: 'dropslip-practice', implVersion: 0 };

function nodeCalls(blocks: Blocks, payloads: PayloadStore, fault: NodeFault | null): ReadonlyMap<string, Call> {
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

/** Reads one transaction at a time, so that memory never holds a whole block. */
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

/** The hash at one height or at several; the head's by default. */
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

/** Text that is sent while it is created, because an answer may be too long for memory. */
type TextPieces = AsyncIterable<string>;

type CallResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly pieces: TextPieces };

export type Call = (params: readonly unknown[]) => CallResult;

/** Error codes and messages of JSON-RPC 2.0, in the form that nodes of this network use. */
const errors = {
  parse: { code: -32700, message: 'Parse error' },
  request: { code: -32600, message: 'Invalid request' },
  method: { code: -32601, message: 'Method not found' },
  params: { code: -32602, message: 'Invalid params' },
} as const;

/** Invalid parameters of a call; `message` names them. */
class InvalidParams extends Error {}

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
});
const anyId = z.object({ id: z.union([z.string(), z.number()]) });

/** The answer to one request or to a batch. Empty if there were only notifications. */
export async function* answerBody(body: string, calls: ReadonlyMap<string, Call>): AsyncGenerator<string> {
  const parsed = parse(body);
  if (parsed === undefined) {
    yield failure(null, errors.parse);
    return;
  }
  if (!Array.isArray(parsed)) {
    yield* callAnswer(parsed, calls);
    return;
  }
  if (parsed.length === 0) {
    yield failure(null, errors.request);
    return;
  }
  let before = '[';
  for (const request of parsed) {
    for await (const piece of callAnswer(request, calls)) {
      yield before + piece;
      before = '';
    }
    if (before === '') before = ',';
  }
  if (before === ',') yield ']';
}

async function* callAnswer(request: unknown, calls: ReadonlyMap<string, Call>): AsyncGenerator<string> {
  const checked = requestSchema.safeParse(request);
  if (!checked.success) {
    const known = anyId.safeParse(request);
    yield failure(known.success ? known.data.id : null, errors.request);
    return;
  }
  const { method, params = [], id } = checked.data;
  if (id === undefined) return;
  const call = calls.get(method);
  if (call === undefined) {
    yield failure(id, errors.method);
    return;
  }
  let result: CallResult;
  try {
    result = call(Array.isArray(params) ? params : Object.values(params));
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error;
    yield failure(id, { ...errors.params, data: error.message });
    return;
  }
  yield '{"jsonrpc":"2.0","result":';
  if (result.kind === 'value') yield JSON.stringify(result.value);
  else yield* result.pieces;
  yield `,"id":${JSON.stringify(id)}}`;
}

function failure(id: string | number | null, error: object): string {
  return JSON.stringify({ jsonrpc: '2.0', error, id });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
