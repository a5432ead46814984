import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, constants as zlib } from 'node:zlib';
import type { EchoSearch } from './echo-search.ts';

/** Takes the body of an answer with a 2xx status as it comes. */
export type BodyReceiver = {
  /** An answer begins. What was taken before belongs to one that led nowhere. */
  readonly begin: () => void;
  /**
   * The piece is the receiver's only until it returns. What it answers is waited for before more is read: a disk may be slower
   * than the network.
   */
  readonly take: (piece: Uint8Array) => Promise<void> | void;
};

/** See `GetRequest`. */
export type IsBodyProven = (beginning: Uint8Array) => boolean;

/** The part of a body that decides if it is proven. It is searched for secrets in any case. */
const BEGINNING_BYTES = 256;

/** An answer holds no more than this and a piece of a body that a receiver takes. */
export const heldBytes = 64 * 1024;

export type Answer = {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False when the answer broke off or was longer than the limit. */
  readonly complete: boolean;
  readonly tooLong: boolean;
  /**
   * It holds one of the account's secrets. An answer to a POST is here whole, because it may name a submission that is paid
   * for; nothing else of it is shown or logged. Of any other answer only the status and the rate headers are here.
   */
  readonly secretEchoed: boolean;
};

/** The headers that are kept of an answer that holds a secret, and only if they are a number or a date. */
const rateHeaders = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const numberOrDate = /^(\d{1,10}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/;

type Taking = {
  /** An answer that holds a secret is read all the same. */
  readonly readsSecrets: boolean;
  readonly receiver: BodyReceiver | null;
  readonly mostBytes: number;
  readonly isBodyProven: IsBodyProven | null;
};

/** The head and the body of an answer as undici gives them. */
export type Response = {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
};

/** One answer while it comes. It is searched for the account's secrets: in its status text, its headers and its body. */
export class IncomingAnswer {
  readonly #head: Pick<Answer, 'status' | 'statusText' | 'headers'>;
  /** Inflated if the service sent gzip, although `identity` was asked for. */
  readonly body: Readable;
  #scan: ((piece: Uint8Array) => boolean) | null;
  readonly #taking: Taking;
  #isBodyProven: IsBodyProven | null;
  #held = new GatheredBytes();
  #isHeld = true;
  #bytes = 0;
  #hasSecret: boolean;
  #tooLong = false;

  constructor(response: Response, search: EchoSearch | null, taking: Taking) {
    const { statusCode: status, statusText } = response;
    const headers = plainHeaders(response.headers);
    this.#taking = taking;
    this.#scan = search?.scan() ?? null;
    this.#isBodyProven = taking.isBodyProven;
    const words = [statusText, ...Object.entries(headers).flat(2)];
    this.#hasSecret = search?.isIn(words.filter((text) => text !== undefined)) ?? false;
    const isGzip = /^\s*(x-)?gzip\s*$/i.test(headers['content-encoding'] ?? '');
    this.body = isGzip ? inflated(response.body, taking.mostBytes) : response.body;
    if (isGzip) delete headers['content-encoding'];
    this.#head = { status, statusText, headers };
  }

  /** Returns null if no more of it is wanted: it is too long, or nothing of it may be read. Else resolves once it is taken in. */
  take(piece: Uint8Array): Promise<void> | void | null {
    const { receiver, mostBytes } = this.#taking;
    this.#judgeBeginning(piece);
    this.#hasSecret ||= this.#scan?.(piece) ?? false;
    // Before anybody reads of it.
    if (this.isKeptOut) return null;
    const taken = receiver?.take(piece);
    if (receiver === null || (this.#isHeld && this.#bytes <= heldBytes)) this.#held.push(piece);
    this.#bytes += piece.byteLength;
    this.#tooLong = this.#bytes > mostBytes;
    return this.#tooLong ? null : taken;
  }

  /** Decides once if the rest need not be searched. Then nobody but the receiver looks at it. */
  #judgeBeginning(piece: Uint8Array): void {
    const missing = BEGINNING_BYTES - this.#bytes;
    if (this.#isBodyProven === null || piece.byteLength < missing) return;
    const beginning = this.#bytes === 0 ? piece : Buffer.concat([this.#held.whole(), piece]);
    if (this.#isBodyProven(beginning)) {
      this.#hasSecret ||= this.#scan?.(piece.subarray(0, missing)) ?? false;
      this.#scan = null;
      this.#isHeld = false;
      this.#held = new GatheredBytes();
    }
    this.#isBodyProven = null;
  }

  /** It holds a secret, and nothing more of it is read. */
  get isKeptOut(): boolean {
    return this.#hasSecret && !this.#taking.readsSecrets;
  }

  read(complete: boolean): Answer {
    if (this.isKeptOut) return withoutText(this.#head.status, this.#head.headers);
    const body = this.#held.whole();
    return { ...this.#head, body, complete, tooLong: this.#tooLong, secretEchoed: this.#hasSecret };
  }
}

/** Of a header that came more than once, the first; only links are a list. */
function plainHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      !Array.isArray(value) ? value : name === 'link' ? value.join(', ') : value[0],
    ]) as string[][],
  );
}

/** An answer without a byte is no error, as it is none for browsers. Gzip that inflates to nothing has a bound too. */
function inflated(body: Readable, mostBytes: number): Readable {
  const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
  let received = 0;
  body.on('data', (piece: Buffer) => {
    received += piece.byteLength;
    if (received > mostBytes + heldBytes) gunzip.destroy();
  });
  return pipeline(body, gunzip, () => undefined);
}

function withoutText(status: number, headers: IncomingHttpHeaders): Answer {
  const kept = rateHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' && numberOrDate.test(value) ? [[name, value]] : [];
  });
  return {
    status,
    statusText: '',
    headers: Object.fromEntries(kept),
    body: Buffer.alloc(0),
    complete: false,
    tooLong: false,
    secretEchoed: true,
  };
}

/**
 * Bytes that come in pieces, in one buffer that grows. A piece may be a single byte, and a buffer of its own for each costs
 * hundreds of times as much: a limit on the bytes would be none on the memory.
 */
export class GatheredBytes {
  #buffer = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The piece is copied, and may be used again. */
  push(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#buffer.byteLength) {
      const larger = new Uint8Array(2 * length);
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  /** All that has come so far, in memory of its own. */
  whole(): Buffer<ArrayBuffer> {
    return Buffer.from(this.#buffer.buffer.slice(0, this.#length));
  }
}

/**
 * Gives the memory of bytes back at once, which are gone for everybody from then on. The collector does not see how large what
 * a few small objects hold is: left to it, every dozen mebibytes that pass through cost a search of all memory, and dozens of
 * them lie around until then. Nothing is freed that is part of something larger, or that another thread has as well.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
