import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, constants as zlib } from 'node:zlib';
import type { EchoSearch } from './echo-search.ts';

/** Takes the body of a 2xx answer while it arrives. */
export type BodyReceiver = {
  /** An answer begins. Discard what an earlier, failed try delivered. */
  readonly begin: () => void;
  /**
   * The piece may be used only until this returns. Reading pauses until a returned promise resolves, because a disk may
   * be slower than the network.
   */
  readonly take: (piece: Uint8Array) => Promise<void> | void;
};

/** The longest part of a body that stays in memory while a receiver takes it (plus one piece). */
export const heldBytes = 64 * 1024;

export type Answer = {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False if the answer broke off or exceeded the limit. */
  readonly complete: boolean;
  readonly tooLong: boolean;
  /**
   * The answer contains one of the account's secrets. An answer to a POST is complete here, because it may name a
   * submission that was paid for; the rest of it is never shown or logged. Any other answer contains only its status
   * and rate headers.
   */
  readonly secretEchoed: boolean;
};

/** The headers that are kept from an answer that contains a secret, if their value is a number or a date. */
const rateHeaders = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const numberOrDate = /^(\d{1,10}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/;

type Taking = {
  /** True if an answer is read even if it contains a secret. */
  readonly readsSecrets: boolean;
  readonly receiver: BodyReceiver | null;
  readonly mostBytes: number;
};

export type Response = {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
};

/** An answer while it arrives. Its status text, headers and body are searched for the account's secrets. */
export class IncomingAnswer {
  readonly #head: Pick<Answer, 'status' | 'statusText' | 'headers'>;
  /** Inflated if the service sent gzip, although the request asked for `identity`. */
  readonly body: Readable;
  readonly #scan: ((piece: Uint8Array) => boolean) | null;
  readonly #taking: Taking;
  readonly #held = new GatheredBytes();
  #bytes = 0;
  #hasSecret: boolean;
  #tooLong = false;

  constructor(response: Response, search: EchoSearch | null, taking: Taking) {
    const { statusCode: status, statusText } = response;
    const headers = plainHeaders(response.headers);
    this.#taking = taking;
    this.#scan = search?.scan() ?? null;
    const words = [statusText, ...Object.entries(headers).flat(2)];
    this.#hasSecret = search?.isIn(words.filter((text) => text !== undefined)) ?? false;
    const isGzip = /^\s*(x-)?gzip\s*$/i.test(headers['content-encoding'] ?? '');
    this.body = isGzip ? inflated(response.body, taking.mostBytes) : response.body;
    if (isGzip) delete headers['content-encoding'];
    this.#head = { status, statusText, headers };
  }

  /**
   * Takes a piece. Returns null if the rest is not wanted, because the answer is too long or contains a secret. Else
   * resolves when the receiver is ready for more.
   */
  take(piece: Uint8Array): Promise<void> | void | null {
    const { receiver, mostBytes } = this.#taking;
    this.#hasSecret ||= this.#scan?.(piece) ?? false;
    // Checked before the receiver gets the piece.
    if (this.isKeptOut) return null;
    const taken = receiver?.take(piece);
    if (receiver === null || this.#bytes <= heldBytes) this.#held.push(piece);
    this.#bytes += piece.byteLength;
    this.#tooLong = this.#bytes > mostBytes;
    return this.#tooLong ? null : taken;
  }

  /** True if the answer contains a secret and must not be read. */
  get isKeptOut(): boolean {
    return this.#hasSecret && !this.#taking.readsSecrets;
  }

  read(complete: boolean): Answer {
    if (this.isKeptOut) return withoutText(this.#head.status, this.#head.headers);
    const body = this.#held.whole();
    return { ...this.#head, body, complete, tooLong: this.#tooLong, secretEchoed: this.#hasSecret };
  }
}

/** Keeps the first value of a repeated header. Only `link` values are joined. */
function plainHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      !Array.isArray(value) ? value : name === 'link' ? value.join(', ') : value[0],
    ]) as string[][],
  );
}

/** Inflates gzip. An empty body is no error, as in browsers. The limit also applies to gzip that inflates to nothing. */
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
 * Collects pieces in one growing buffer. A piece may be a single byte, and a buffer for each would cost hundreds of
 * times its size, so a limit on bytes would not limit memory.
 */
export class GatheredBytes {
  #buffer = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Copies the piece; the caller may reuse it. */
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

  /** Returns a copy of all bytes so far. */
  whole(): Buffer<ArrayBuffer> {
    return Buffer.from(this.#buffer.buffer.slice(0, this.#length));
  }
}
