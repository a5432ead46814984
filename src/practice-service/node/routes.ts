import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Block, type Blocks, extrinsicsOf, headerAsJson, isCarried, wholeTransaction } from '../chain/blocks.ts';
import type { NodeFault } from '../faults.ts';
import { JSON_TYPE } from '../http/dialects.ts';
import type { Service } from '../http/service.ts';
import { expectsContinue } from '../http/submission-routes.ts';
import { type PayloadStore, readWhole } from '../payload-store.ts';

export const NODE_PATH = '/node';

const LONGEST_BODY_BYTES = 1024 * 1024;

/** The node of the practice chain: JSON-RPC over POST, without batches, credentials and rate limit. */
export function addNodeRoutes(app: FastifyInstance, service: Service): void {
  app.post(NODE_PATH, (request, reply) => answer(service, request, reply));
}

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { chain, payloads, faults } = service;
  if (faults.node === 'down') {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  if (faults.node === 'silent') return reply.hijack();
  if (expectsContinue(request.raw)) reply.raw.writeContinue();
  const body = (await readWhole(request.raw, LONGEST_BODY_BYTES)).toString('utf8');
  return reply.type(JSON_TYPE).send(JSON.stringify(await callAnswer(body, chain.blocks, payloads, faults.node)));
}

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
  id: z.union([z.string(), z.number()]),
});

/** Codes and messages of JSON-RPC 2.0, in the form that nodes of this network use. */
const errors = {
  parse: { code: -32700, message: 'Parse error' },
  request: { code: -32600, message: 'Invalid request' },
  method: { code: -32601, message: 'Method not found' },
  params: { code: -32602, message: 'Invalid params' },
} as const;

async function callAnswer(body: string, blocks: Blocks, payloads: PayloadStore, fault: NodeFault | null) {
  const answered = (id: string | number | null, answer: { readonly result: unknown } | { readonly error: object }) => ({
    jsonrpc: '2.0',
    id,
    ...answer,
  });
  const request = requestSchema.safeParse(parsed(body));
  if (!request.success) return answered(null, { error: parsed(body) === undefined ? errors.parse : errors.request });
  const { id, method, params } = request.data;
  try {
    const result = await resultOf(method, params[0], blocks, payloads, fault);
    return answered(id, result === undefined ? { error: errors.method } : { result });
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error;
    return answered(id, { error: { ...errors.params, data: error.message } });
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Undefined if the node does not know the method. */
async function resultOf(
  method: string,
  asked: unknown,
  blocks: Blocks,
  payloads: PayloadStore,
  fault: NodeFault | null,
): Promise<unknown> {
  switch (method) {
    case 'chain_getBlock':
      return blockJson(blocks, payloads, blockAt(asked, blocks), fault);
    case 'chain_getHeader':
      return headerJson(blockAt(asked, blocks));
    case 'chain_getBlockHash': {
      const block = blocks.atHeight(askedNumber(asked));
      if (block === null) return null;
      return `0x${fault === 'other-hash' ? madeUpHash(block.number) : block.hash}`;
    }
    case 'chain_getFinalizedHead':
      return `0x${blocks.finalized().hash}`;
    case 'system_chain':
      return 'Dropslip practice chain';
    default:
      return undefined;
  }
}

/** The block with a hash; the head without one. */
function blockAt(hash: unknown, blocks: Blocks): Block | null {
  if (hash === undefined || hash === null) return blocks.head();
  if (typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)) return blocks.withHash(hash.slice(2).toLowerCase());
  throw new InvalidParams('a block hash is expected: 32 bytes as hex with 0x');
}

async function blockJson(
  blocks: Blocks,
  payloads: PayloadStore,
  block: Block | null,
  fault: NodeFault | null,
): Promise<object | null> {
  if (block === null) return null;
  if (fault === 'pruned' && block.number <= blocks.finalized().number) return null;
  const submissions = blocks.submissionsIn(block.number);
  if (!submissions.every((submission) => isCarried(submission, payloads))) return null;
  const extrinsics: string[] = [];
  for (const extrinsic of extrinsicsOf(block, submissions)) {
    const transaction = Buffer.from(await wholeTransaction(extrinsic, payloads));
    const dataAt = extrinsic.head.length;
    const firstByte = transaction[dataAt];
    if (fault === 'changed-byte' && firstByte !== undefined) transaction[dataAt] = firstByte ^ 1;
    extrinsics.push(`0x${transaction.toString('hex')}`);
  }
  return { block: { header: headerAsJson(block.header), extrinsics }, justifications: null };
}

function headerJson(block: Block | null): object | null {
  return block === null ? null : headerAsJson(block.header);
}

function askedNumber(given: unknown): number {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0) return given;
  throw new InvalidParams('a block number is expected');
}

function madeUpHash(number: number): string {
  return createHash('sha256').update(`no block at ${number}`).digest('hex');
}

/** Invalid parameters of a call; `message` names them. */
class InvalidParams extends Error {}
