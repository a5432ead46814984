import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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

/** Bytes of a body by which it is told whether it is proven. They are searched for secrets in any case. */
const BEGINNING_BYTES = 256;

/** Of a body that a receiver takes, the answer itself holds no more than this and a piece. */
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

/** When to come back: all that is read of an answer that holds a secret, and only where it is a number or a date. */
const rateHeaders = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const numberOrDate = /^(\d{1,10}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/;

type Taking = {
  /** An answer that holds a secret is read all the same. */
  readonly readsSecrets: boolean;
  readonly receiver: BodyReceiver | null;
  readonly mostBytes: number;
  readonly isBodyProven: IsBodyProven | null;
};

/** One answer while it comes. It is watched for the account's secrets: in its status text, its headers and its body. */
export class IncomingAnswer {
  readonly #message: IncomingMessage;
  /** The message's body; inflated where the service sent gzip, although `identity` was asked for. */
  readonly body: Readable;
  #scan: ((piece: Uint8Array) => boolean) | null;
  #isBodyProven: IsBodyProven | null;
  readonly #receiver: BodyReceiver | null;
  readonly #mostBytes: number;
  #held = new GatheredBytes();
  #isHeld = true;
  #bytes = 0;
  #hasSecret: boolean;
  readonly #readsSecrets: boolean;
  #tooLong = false;
  /** Set while the receiver has more than it can take in; nothing more is to be read until then. */
  taking: Promise<void> | null = null;

  /** `receiver`: takes the body in place of the answer, which holds the beginning of a long one. */
  constructor(message: IncomingMessage, search: EchoSearch | null, taking: Taking) {
    const { readsSecrets, receiver, mostBytes, isBodyProven } = taking;
    this.#message = message;
    this.#readsSecrets = readsSecrets;
    this.#scan = search?.scan() ?? null;
    this.#isBodyProven = isBodyProven;
    this.#receiver = receiver;
    this.#mostBytes = mostBytes;
    const head = [message.statusMessage, ...Object.entries(message.headers).flat(2)];
    this.#hasSecret = search?.isIn(head.filter((text) => text !== undefined)) ?? false;
    const isGzip = /^\s*(x-)?gzip\s*$/i.test(message.headers['content-encoding'] ?? '');
    this.body = isGzip ? inflated(message, mostBytes) : message;
    if (isGzip) delete message.headers['content-encoding'];
  }

  /** False where no more of it is wanted: it is longer than it may be, or nothing of it is to be read. */
  take(piece: Uint8Array): boolean {
    this.#judgeBeginning(piece);
    this.#hasSecret ||= this.#scan?.(piece) ?? false;
    // Before anybody reads of it.
    if (this.isKeptOut) return false;
    this.taking = this.#receiver?.take(piece) ?? null;
    if (this.#receiver === null || (this.#isHeld && this.#bytes <= heldBytes)) this.#held.push(piece);
    this.#bytes += piece.byteLength;
    this.#tooLong = this.#bytes > this.#mostBytes;
    return !this.#tooLong;
  }

  /** Once: whether the rest need not be searched. Then nobody but the receiver looks at it. */
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
    return this.#hasSecret && !this.#readsSecrets;
  }

  /** All of it is here, and the rest of it has yet to be inflated or taken in by its receiver. */
  get isAllHere(): boolean {
    const isRestComing = this.taking !== null || this.body !== this.#message;
    return this.#message.complete && isRestComing && !this.body.destroyed;
  }

  /** What has come of it, where no more does. */
  soFar(): Answer {
    return this.#asRead(false);
  }

  /** All of it. */
  whole(): Answer {
    return this.#asRead(this.#message.complete);
  }

  #asRead(complete: boolean): Answer {
    const { statusCode: status = 0, statusMessage: statusText = '', headers } = this.#message;
    if (this.isKeptOut) return withoutText(status, headers);
    const body = this.#held.whole();
    return { status, statusText, headers, body, complete, tooLong: this.#tooLong, secretEchoed: this.#hasSecret };
  }
}

/** An answer without a byte is no error, as it is none for browsers. Gzip that inflates to nothing has a bound too. */
function inflated(message: IncomingMessage, mostBytes: number): Readable {
  const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
  let received = 0;
  message.on('data', (piece: Buffer) => {
    received += piece.byteLength;
    if (received > mostBytes + heldBytes) gunzip.destroy();
  });
  return pipeline(message, gunzip, () => undefined);
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
