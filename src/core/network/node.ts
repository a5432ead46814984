import { z } from 'zod';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { postJson, type ServiceError } from '../service/index.ts';
import { type Header, hashInput, headerInput } from './chain-format.ts';

type Block = { readonly header: Header; readonly transactions: readonly Uint8Array[] };

/** Limits of answers in bytes: for hashes and headers, and for a block in hex with tens of MiB of transactions. */
const SHORT_ANSWER_BYTES = 1024 * 1024;
const BLOCK_ANSWER_BYTES = 176 * 1024 * 1024;
/** Limits from the request to the last byte of the answer, in milliseconds. */
const SHORT_ANSWER_MS = 30_000;
const BLOCK_ANSWER_MS = 300_000;

const rpcError = z.object({ error: z.object({ code: z.number(), message: z.string().catch('') }) });
const METHOD_NOT_FOUND = -32_601;

const named = z.string().max(1_000);
/** A transaction in hex, as bytes. */
const transactionInput = z.string().transform((hex, context) => {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  // `Buffer` stops at the first character that is not hexadecimal.
  if (hex.startsWith('0x') && 2 + 2 * bytes.byteLength === hex.length) return bytes;
  context.addIssue('Not hexadecimal.');
  return z.NEVER;
});
const blockAnswer = z.object({
  block: z.object({ header: headerInput, extrinsics: z.array(transactionInput) }).nullable(),
});

/** A node of the network, over JSON-RPC (HTTP POST). It learns which blocks are of interest, and nothing else. */
export class Node {
  readonly address: string;
  readonly #signal: AbortSignal;
  #lastId = 0;

  constructor(address: string, signal: AbortSignal) {
    this.address = address;
    this.#signal = signal;
  }

  /** The name of the node's network. */
  chain(): Promise<Result<string>> {
    return this.#short('system_chain', [], named);
  }

  finalizedHead(): Promise<Result<string>> {
    return this.#short('chain_getFinalizedHead', [], hashInput);
  }

  /** Null if the node does not know the block. */
  header(blockHash: string): Promise<Result<Header | null>> {
    return this.#short('chain_getHeader', [blockHash], headerInput.nullable());
  }

  /** The hash of the block at a height; null if there is none. */
  blockHash(number: number): Promise<Result<string | null>> {
    return this.#short('chain_getBlockHash', [number], hashInput.nullable());
  }

  /** Null if the node does not have the block, or no longer. */
  async block(blockHash: string): Promise<Result<Block | null>> {
    const limits = { answerBytes: BLOCK_ANSWER_BYTES, answerMs: BLOCK_ANSWER_MS };
    const answer = await this.#ask('chain_getBlock', [blockHash], limits, blockAnswer.nullable());
    if (!answer.ok) return answer;
    const block = answer.value?.block ?? null;
    return success(block === null ? null : { header: block.header, transactions: block.extrinsics });
  }

  #short<Value>(method: string, params: readonly unknown[], read: z.ZodType<Value>): Promise<Result<Value>> {
    const limits = { answerBytes: SHORT_ANSWER_BYTES, answerMs: SHORT_ANSWER_MS };
    return this.#ask(method, params, limits, read);
  }

  async #ask<Value>(
    method: string,
    params: readonly unknown[],
    limits: { readonly answerBytes: number; readonly answerMs: number },
    read: z.ZodType<Value>,
  ): Promise<Result<Value>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = await postJson({ address: this.address, body, signal: this.#signal, ...limits });
    if (!answer.ok) return failure(silence(answer.error, this.#host));
    const json = parsed(answer.value);
    const refusal = rpcError.safeParse(json);
    if (refusal.success) {
      const { code, message } = refusal.data.error;
      const why = code === METHOD_NOT_FOUND ? 'not-a-node' : 'refused';
      return failure({
        code: 'node-silent',
        values: { why, host: this.#host },
        detail: `${method}: ${code} ${message.slice(0, 300)}`,
      });
    }
    const result = z.object({ id: z.literal(id), result: read }).safeParse(json);
    if (result.success) return success(result.data.result);
    return failure({
      code: 'node-silent',
      values: { why: 'not-a-node', host: this.#host },
      detail: `${method}\n${z.prettifyError(result.error)}`,
    });
  }

  get #host(): string {
    return URL.parse(this.address)?.host ?? this.address;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Why a node did not answer. Converts failures whose sentences are about a service. */
function silence(error: ServiceError, host: string): Failure {
  const detail = error.detail === undefined ? {} : { detail: error.detail };
  if (error.code === 'cancelled') return { code: 'cancelled' };
  return { code: 'node-silent', values: { why: whySilent(error), host }, ...detail };
}

function whySilent(error: ServiceError) {
  switch (error.code) {
    case 'unreachable':
      return error.values.why === 'untrusted' || error.values.why === 'insecure' ? 'untrusted' : 'unreachable';
    case 'rate-limited':
    case 'unavailable':
    case 'server-error':
      return 'busy';
    case 'rejected':
      return error.values.why === 'moved' ? 'moved' : 'refused';
    case 'unreadable-answer':
      return error.tooLong === true ? 'too-long' : 'not-a-node';
    case 'not-accepted-here':
      return 'not-a-node';
    default:
      return 'refused';
  }
}
