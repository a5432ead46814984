import { z } from 'zod';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { type BodyReceiver, GatheredBytes, postJson, type ServiceError } from '../service/index.ts';
import { type Header, hashInput, headerInput } from './chain-format.ts';

type Block = { readonly header: Header; readonly transactions: readonly Uint8Array[] };

/** `root`: of its transactions, as it was computed of them. */
type RootedBlock = Block & { readonly root: string };

/** Bytes of an answer: hashes and headers; and a whole block in hex, for some tens of MiB of transactions. */
const SHORT_ANSWER_BYTES = 1024 * 1024;
const BLOCK_ANSWER_BYTES = 176 * 1024 * 1024;
/** From the question to the answer's last byte, in milliseconds. */
const SHORT_ANSWER_MS = 30_000;
const BLOCK_ANSWER_MS = 300_000;

/** Bytes of transactions: a block that has more of them is not kept. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;
const KEPT_MS = 10_000;

const rpcError = z.object({ error: z.object({ code: z.number(), message: z.string().catch('') }) });
const METHOD_NOT_FOUND = -32_601;

const named = z.string().max(1_000);
const blockAnswer = z.object({
  block: z.object({ header: headerInput, extrinsics: z.array(z.never()) }).nullable(),
});

/** A node of the network, asked over JSON-RPC (HTTP POST). It is told which blocks are looked for, and nothing else. */
export class Node {
  readonly #address: string;
  readonly #signal: AbortSignal;
  #lastId = 0;

  constructor(address: string, signal: AbortSignal) {
    this.#address = address;
    this.#signal = signal;
  }

  /** The name of the network that it belongs to. */
  chain(): Promise<Result<string>> {
    return this.#short('system_chain', [], named);
  }

  finalizedHead(): Promise<Result<string>> {
    return this.#short('chain_getFinalizedHead', [], hashInput);
  }

  /** Null: the node knows no such block. */
  header(blockHash: string): Promise<Result<Header | null>> {
    return this.#short('chain_getHeader', [blockHash], headerInput.nullable());
  }

  /** Of the block at a height; null where there is none. */
  blockHash(number: number): Promise<Result<string | null>> {
    return this.#short('chain_getBlockHash', [number], hashInput.nullable());
  }

  /** Null: the node has it no more, or never had. `onBytes` is told of how much has come. */
  async block(blockHash: string, onBytes: (bytes: number) => void): Promise<Result<Block | null>> {
    const body = new BlockBody();
    let bytes = 0;
    const receiver: BodyReceiver = {
      begin: () => {
        bytes = 0;
        body.begin();
      },
      take: (piece) => {
        body.take(piece);
        bytes += piece.byteLength;
        onBytes(bytes);
      },
    };
    const limits = { answerBytes: BLOCK_ANSWER_BYTES, answerMs: BLOCK_ANSWER_MS, receiver };
    const answer = await this.#ask('chain_getBlock', [blockHash], limits, () => body.json, blockAnswer.nullable());
    if (!answer.ok) return answer;
    const block = answer.value?.block ?? null;
    return success(block === null ? null : { header: block.header, transactions: body.transactions });
  }

  #short<Value>(method: string, params: readonly unknown[], read: z.ZodType<Value>): Promise<Result<Value>> {
    const limits = { answerBytes: SHORT_ANSWER_BYTES, answerMs: SHORT_ANSWER_MS };
    return this.#ask(method, params, limits, (text) => text, read);
  }

  async #ask<Value>(
    method: string,
    params: readonly unknown[],
    limits: { readonly answerBytes: number; readonly answerMs: number; readonly receiver?: BodyReceiver },
    jsonOf: (text: string) => string,
    read: z.ZodType<Value>,
  ): Promise<Result<Value>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = await postJson({ address: this.#address, body, signal: this.#signal, ...limits });
    if (!answer.ok) return failure(silence(answer.error, this.#host));
    const json = parsed(jsonOf(answer.value));
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
    return URL.parse(this.#address)?.host ?? this.#address;
  }
}

/**
 * The block that was read last, for a short while: many parts of one file lie in the same, and reading it takes a download and
 * a hash of all of it. Only such as its own root proves.
 */
export class LastBlock {
  #kept: { readonly key: string; readonly block: RootedBlock } | null = null;
  #timer: NodeJS.Timeout | undefined;

  of(node: string, blockHash: string): RootedBlock | null {
    if (this.#kept?.key !== keyOf(node, blockHash)) return null;
    this.#letGoLater();
    return this.#kept.block;
  }

  keep(node: string, blockHash: string, block: RootedBlock): void {
    const bytes = block.transactions.reduce((sum, transaction) => sum + transaction.byteLength, 0);
    this.#kept = bytes > MOST_KEPT_BYTES ? null : { key: keyOf(node, blockHash), block };
    this.#letGoLater();
  }

  #letGoLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#kept = null;
    }, KEPT_MS).unref();
  }
}

const keyOf = (node: string, blockHash: string): string => `${blockHash} ${node}`;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Why a node did not answer; what the service's own failures say is of a service. */
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

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** `{result: {block: {extrinsics: […]}}}`: so many objects are open where the transactions begin. */
const LIST_DEPTH = 3;
const LIST_NAME = 'extrinsics';
/** Bytes of JSON besides the transactions: header, logs, justifications. */
const MOST_OTHER_BYTES = 4 * 1024 * 1024;
/** Hex of one transaction: twice its bytes, of which the network takes a little above 1 MiB. */
const LONGEST_TRANSACTION_HEX = 32 * 1024 * 1024;

/** The smallest that can be signed take more than a hundred bytes: a block has a few thousand at most. */
const MOST_TRANSACTIONS = 100_000;

/**
 * Takes the answer to `chain_getBlock` as it comes: the transactions as bytes, one by one, and all else as JSON with an empty
 * list in their place. A block is tens of MiB of hex, of which no more than one transaction is ever held as text.
 */
export class BlockBody implements BodyReceiver {
  #json = new GatheredBytes();
  #element = new GatheredBytes();
  #transactions: Uint8Array[] = [];
  #state: 'json' | 'string' | 'list' | 'element' = 'json';
  #escaped = false;
  #depth = 0;
  #text = '';
  #name = '';

  begin(): void {
    this.#json = new GatheredBytes();
    this.#element = new GatheredBytes();
    this.#transactions = [];
    this.#state = 'json';
    this.#escaped = false;
    this.#depth = 0;
    this.#text = '';
    this.#name = '';
  }

  /** Throws where the answer is none of a block. */
  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.byteLength; ) {
      if (this.#state === 'element') at = this.#takeElement(piece, at);
      else {
        this.#takeByte(piece[at] ?? 0);
        at += 1;
      }
    }
  }

  get transactions(): readonly Uint8Array[] {
    return this.#transactions;
  }

  /** The answer without its transactions; empty where none came. */
  get json(): string {
    return this.#json.whole().toString('utf8');
  }

  #takeByte(byte: number): void {
    if (this.#state === 'list') {
      this.#takeBetween(byte);
      return;
    }
    this.#json.push(Uint8Array.of(byte));
    if (this.#json.length > MOST_OTHER_BYTES) throw new Error('The block’s header is too long.');
    if (this.#state === 'string') this.#takeInString(byte);
    else this.#takeOutside(byte);
  }

  #takeInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#state = 'json';
    else if (this.#text.length <= LIST_NAME.length) this.#text += String.fromCharCode(byte);
  }

  #takeOutside(byte: number): void {
    if (byte === QUOTE) {
      this.#state = 'string';
      this.#text = '';
    } else if (byte === COLON) this.#name = this.#text;
    else if (byte === OBJECT) this.#depth += 1;
    else if (byte === OBJECT_END || byte === LIST_END) this.#depth -= 1;
    else if (byte === LIST && this.#name === LIST_NAME && this.#depth === LIST_DEPTH) {
      if (this.#transactions.length > 0) throw new Error('The block has two lists of transactions.');
      this.#state = 'list';
    } else if (byte === LIST) this.#depth += 1;
  }

  #takeBetween(byte: number): void {
    if (byte === QUOTE) this.#state = 'element';
    else if (byte === LIST_END) {
      this.#json.push(Uint8Array.of(byte));
      this.#state = 'json';
      this.#name = '';
    } else if (byte !== COMMA && !BLANKS.has(byte)) throw new Error('A transaction of the block is not text.');
  }

  #takeElement(piece: Uint8Array, from: number): number {
    if (this.#transactions.length === MOST_TRANSACTIONS) throw new Error('The block has too many transactions.');
    const end = piece.indexOf(QUOTE, from);
    this.#element.push(piece.subarray(from, end < 0 ? piece.byteLength : end));
    if (this.#element.length > LONGEST_TRANSACTION_HEX) throw new Error('A transaction is too long.');
    if (end < 0) return piece.byteLength;
    const hex = this.#element.whole().toString('latin1');
    const bytes = Buffer.from(hex.slice(2), 'hex');
    // What is no hex ends the reading.
    if (!hex.startsWith('0x') || 2 + 2 * bytes.byteLength !== hex.length)
      throw new Error('A transaction is not hexadecimal.');
    this.#transactions.push(bytes);
    this.#element = new GatheredBytes();
    this.#state = 'list';
    return end + 1;
  }
}
