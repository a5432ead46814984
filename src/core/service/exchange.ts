import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import ky from 'ky';
import type { Dispatcher } from 'undici';
import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { type OriginConnections, undici } from './agents.ts';
import { type Answer, type BodyReceiver, IncomingAnswer, type Response as WireResponse } from './answer.ts';
import type { EchoSearch } from './echo-search.ts';

/** Milliseconds, and bytes of an answer. Slowly arriving bytes do not extend `answerMs`; a receiver's pauses do. */
export type WireLimits = {
  /** Until the connection is established, including its proxy and TLS. */
  readonly connectMs: number;
  /** From one piece of a body to the next; also the longest silence within an answer. */
  readonly stallMs: number;
  /** From the body's last byte to the answer's last byte. */
  readonly answerMs: number;
  /** Like `answerMs`, for a body that is completely sent when the user stops the upload. */
  readonly stoppedAnswerMs: number;
  readonly answerBytes: number;
};

export const standardLimits: WireLimits = {
  connectMs: 60_000,
  stallMs: 120_000,
  answerMs: 300_000,
  stoppedAnswerMs: 10_000,
  answerBytes: 1024 * 1024,
};

export type WireRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: WireBody | undefined;
  readonly limits: WireLimits;
  readonly signal: AbortSignal;
  readonly receiver?: BodyReceiver | undefined;
  /** Finds the account's secrets, which no answer may contain; null if there are none. */
  readonly echoes: EchoSearch | null;
};

/**
 * A body of known length. `pieces` is called once. A piece may be reused when the next one is requested. If `pieces`
 * throws, the last byte is not sent.
 */
export type WireBody = { readonly length: number; readonly pieces: () => AsyncIterable<Uint8Array> };

/** `code` is the error code of Node or undici. */
export type WireFailure =
  | { readonly kind: 'cancelled' }
  /** Nothing was sent, because the query contained one of the account's secrets. */
  | { readonly kind: 'own-secret'; readonly credential: CredentialKind }
  | { readonly kind: 'receiver'; readonly text: string }
  | {
      readonly kind: 'connection';
      readonly connected: boolean;
      readonly code: string;
      readonly text: string;
      /** The proxy that the request went through. */
      readonly proxy: string | null;
    }
  | {
      readonly kind: 'timeout';
      readonly waitedFor: 'connection' | 'sending' | 'answer';
      readonly proxy: string | null;
    };

/** The facts of one request. */
export type WireReport = {
  /** The last byte of the body was handed to a connected socket, so the service may have the whole body. */
  readonly handedOver: boolean;
  /** Also set if it began before the whole body was sent, broke off or was too long. */
  readonly answer: Answer | null;
  /** The answer began before the socket took the last byte of the body, so it cannot be about the whole body. */
  readonly answeredEarly: boolean;
  readonly failure: WireFailure | null;
};

export const neverAsked: WireReport = {
  handedOver: false,
  answer: null,
  answeredEarly: false,
  failure: { kind: 'cancelled' },
};

/** The code of an answer that is not valid HTTP. */
export const NOT_HTTP = 'ERR_NOT_HTTP';

/**
 * The end of a body is a separate piece, small enough for a socket to take at once. An answer that begins before the
 * socket took it is therefore early, also over TLS, where larger pieces are reported one turn late.
 */
const LAST_BYTES = 4096;

/** The size of the pieces that the socket gets. Each may take `stallMs`, so a line of 3 KB/s is fast enough. */
const PIECE_BYTES = 256 * 1024;

/** Makes one HTTP request and reports the facts. Follows no redirect, does not retry, never throws. */
export async function exchange(asked: WireRequest, connections: OriginConnections): Promise<WireReport> {
  return asked.signal.aborted ? neverAsked : new Exchange(asked, connections).run();
}

class Exchange {
  readonly #asked: WireRequest;
  readonly #connections: OriginConnections;
  readonly #end = new AbortController();
  #deadline: NodeJS.Timeout | undefined;
  #phase: 'connection' | 'sending' | 'answer' | 'over' = 'connection';
  #answerBegan = false;
  #handedOver = false;
  #taken = false;
  #sending: PromiseWithResolvers<void> | null = null;
  #failure: WireFailure | null = null;
  /** Rejects on abort before the connection exists: undici would end the request only once it is connected. */
  readonly #unconnected = Promise.withResolvers<never>();
  #incoming: IncomingAnswer | null = null;

  constructor(asked: WireRequest, connections: OriginConnections) {
    this.#asked = asked;
    this.#connections = connections;
  }

  async run(): Promise<WireReport> {
    const { signal, limits, body } = this.#asked;
    const cancel = (): void => this.#stop({ kind: 'cancelled' });
    signal.addEventListener('abort', cancel, { once: true });
    this.#endWithin(limits.connectMs);
    this.#handedOver = body?.length === 0;
    let answeredEarly = false;
    let answer: Answer | null = null;
    try {
      const response = await Promise.race([this.#request(), this.#unconnected.promise]);
      answeredEarly = body !== undefined && body.length > 0 && !this.#taken;
      this.#answerBegan = true;
      this.#endWithin(limits.answerMs);
      answer = await this.#read(response);
    } catch (error) {
      answer = this.#incoming?.read(false) ?? null;
      this.#stop(this.#failureOf(error));
    }
    this.#phase = 'over';
    signal.removeEventListener('abort', cancel);
    clearTimeout(this.#deadline);
    await this.#sending?.promise;
    return { handedOver: this.#handedOver, answer, answeredEarly, failure: this.#failure };
  }

  async #request(): Promise<WireResponse> {
    const { dispatcher, refusal } = this.#connections;
    if (dispatcher === null) throw Object.assign(new Error('No connection was made.'), { code: refusal });
    const { method, url, headers, body, limits } = this.#asked;
    const begin = (): void => {
      if (this.#phase === 'over') return;
      this.#phase = body === undefined ? 'answer' : 'sending';
      this.#endWithin(body === undefined ? limits.answerMs : limits.stallMs);
    };
    const sent = {
      headers: body === undefined ? headers : { ...headers, 'content-length': String(body.length) },
      // This class keeps the deadline, because slowly arriving bytes must not extend it.
      headersTimeout: 0,
      bodyTimeout: limits.stallMs,
    };
    // `fetch` adds headers of its own; these replace them.
    const sending = dispatcher.compose(
      (dispatch) => (options, handler) => dispatch({ ...options, ...sent }, hearing(handler, begin)),
    );
    if (method === 'GET') return this.#get(sending);
    return sending.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      // Undici accepts any iterable, but its type declarations do not say so.
      body: body === undefined || body.length === 0 ? null : (this.#pieces(body) as unknown as Readable),
      signal: this.#end.signal,
    });
  }

  /** Reads go through ky. Retries and deadlines stay outside, because they are the same for every request. */
  async #get(dispatcher: Dispatcher): Promise<WireResponse> {
    const { url, headers } = this.#asked;
    const { fetch } = await undici();
    const response = await ky(url, {
      headers,
      redirect: 'manual',
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      signal: this.#end.signal,
      fetch: async (input) => {
        const asked = input instanceof Request ? input : new Request(input);
        const answered = await fetch(asked.url, { redirect: 'manual', signal: asked.signal, dispatcher });
        return answered as unknown as Response;
      },
    });
    // The body is decoded already.
    const { 'content-encoding': _, ...given } = Object.fromEntries(response.headers);
    const body = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as never);
    // An aborted request reports its failure elsewhere.
    body.on('error', () => undefined);
    return { statusCode: response.status, statusText: response.statusText, headers: given, body };
  }

  /** Gives the socket one piece at a time: the next one follows once it has taken the last. */
  async *#pieces(body: WireBody): AsyncGenerator<Uint8Array> {
    const { limits } = this.#asked;
    this.#sending = Promise.withResolvers();
    try {
      let left = body.length;
      for await (const piece of body.pieces()) {
        left -= piece.byteLength;
        const cut = left > 0 ? piece.byteLength : Math.max(0, piece.byteLength - LAST_BYTES);
        for (let start = 0; start < cut; start += PIECE_BYTES) {
          await this.#arrivals();
          yield piece.subarray(start, Math.min(start + PIECE_BYTES, cut));
          if (!this.#answerBegan) this.#endWithin(limits.stallMs);
        }
        if (left === 0) {
          await this.#arrivals();
          this.#handedOver = true;
          this.#phase = 'answer';
          if (!this.#answerBegan) this.#endWithin(limits.answerMs);
          yield piece.subarray(cut);
          this.#taken = true;
        }
      }
    } finally {
      this.#sending.resolve();
    }
  }

  async #arrivals(): Promise<void> {
    await arrivals();
    if (this.#phase === 'over' || this.#failure !== null) throw new Error('The request is over.');
  }

  async #read(response: WireResponse): Promise<Answer> {
    const { method, echoes, limits, receiver = null } = this.#asked;
    const { statusCode: status } = response;
    const isSuccess = status >= 200 && status < 300;
    // Only a received body may be long. Other answers are kept whole.
    const isNoList = receiver !== null && !isSuccess;
    const incoming = new IncomingAnswer(response, echoes, {
      readsSecrets: method === 'POST',
      receiver: isSuccess ? receiver : null,
      mostBytes: isNoList ? Math.min(limits.answerBytes, standardLimits.answerBytes) : limits.answerBytes,
    });
    this.#incoming = incoming;
    if (incoming.isKeptOut) {
      response.body.on('error', () => undefined).destroy();
      return incoming.read(false);
    }
    if (isSuccess) this.#handOn(() => receiver?.begin());
    for await (const piece of incoming.body) {
      const taking = this.#handOn(() => incoming.take(piece));
      if (taking === null) {
        response.body.destroy();
        return incoming.read(false);
      }
      if (taking instanceof Promise) {
        this.#endWithin(limits.answerMs);
        await taking.catch((error: unknown) => this.#failIn(error));
        this.#endWithin(limits.answerMs);
      }
    }
    return incoming.read(true);
  }

  /** A failing receiver ends this request, not the process. */
  #handOn<Taken>(step: () => Taken): Taken {
    try {
      return step();
    } catch (error) {
      return this.#failIn(error);
    }
  }

  #failIn(error: unknown): never {
    this.#stop({ kind: 'receiver', text: String(error) });
    throw error;
  }

  #endWithin(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      const waitedFor = this.#phase === 'over' ? 'answer' : this.#phase;
      this.#stop({ kind: 'timeout', waitedFor, proxy: this.#connections.proxy });
    }, ms);
  }

  #stop(reason: WireFailure): void {
    if (this.#phase === 'over') return;
    this.#failure ??= reason;
    this.#end.abort();
    if (this.#phase === 'connection') this.#unconnected.reject(this.#end.signal.reason);
  }

  #failureOf(failed: unknown): WireFailure {
    // `fetch` and ky wrap the cause in errors of their own.
    let error = failed;
    while (error instanceof Error && error.cause instanceof Error) error = error.cause;
    const { proxy } = this.#connections;
    const {
      name,
      code = 'UNKNOWN',
      message,
    }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
    if (name === 'HTTPParserError' || name === 'HeadersOverflowError') {
      return { kind: 'connection', connected: true, code: NOT_HTTP, text: message, proxy };
    }
    if (code === 'UND_ERR_BODY_TIMEOUT') return { kind: 'timeout', waitedFor: 'answer', proxy };
    // The message may contain a proxy's words.
    const isEcho = this.#asked.echoes?.isIn([message]) ?? false;
    return {
      kind: 'connection',
      connected: this.#phase !== 'connection',
      code: code === 'UND_ERR_ABORTED' && proxy !== null && this.#phase === 'connection' ? 'ERR_PROXY_TUNNEL' : code,
      text: isEcho ? 'The answer contains one of this account’s secrets, so it is not shown.' : message,
      proxy,
    };
  }
}

/** Calls `begin` when a request begins on a connection. */
function hearing(handler: Dispatcher.DispatchHandler, begin: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...about) => {
      begin();
      handler.onRequestStart?.(...about);
    },
    onResponseStart: (...about) => handler.onResponseStart?.(...about),
    onResponseData: (...about) => handler.onResponseData?.(...about),
    onResponseEnd: (...about) => handler.onResponseEnd?.(...about),
    onResponseError: (...about) => handler.onResponseError?.(...about),
  };
}

/**
 * Lets the socket deliver received data before the next write. A write into a reset connection fails at once, and an
 * unread early refusal (413, 401) would be lost with it. The first turn of the event loop handles known data, the
 * second asks the system again.
 */
async function arrivals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
