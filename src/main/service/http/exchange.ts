import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { stopReuse, type WayOut } from './agents.ts';
import { type Answer, AnswerWatch, type BodyReceiver, GatheredBytes, heldBytes } from './answer.ts';
import { arrivals, BodySink } from './body-sink.ts';
import type { EchoSearch } from './secret-echoes/echo-search.ts';

/** Milliseconds, and bytes of an answer. A drip of bytes from the other side holds up none of them but `stallMs`. */
export type WireLimits = {
  /** Without anything moving until the connection is there; all of it may take twice as long. */
  readonly connectMs: number;
  /** Of the body, without anything moving. */
  readonly stallMs: number;
  /** Of the body, from one piece that the socket has taken to the next. */
  readonly pieceMs: number;
  /** From the body's last byte to the answer's. */
  readonly answerMs: number;
  /** The same for a body that is out whole when a person wants it stopped. */
  readonly stoppedAnswerMs: number;
  readonly answerBytes: number;
};

export const standardLimits: WireLimits = {
  connectMs: 30_000,
  stallMs: 120_000,
  pieceMs: 600_000,
  answerMs: 300_000,
  stoppedAnswerMs: 10_000,
  answerBytes: 1024 * 1024,
};

export type WireRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Finds the account's secrets, which no answer may hold; null where there are none. */
  readonly echoes: EchoSearch | null;
};

/** A body whose length is known beforehand; `feed` gives its pieces to the socket and never throws. */
export type WireBody = { readonly length: number; readonly feed: (sink: BodySink) => Promise<void> };

/** Why an exchange ended without a whole answer. `code` is Node's error code. */
export type WireFailure =
  | { readonly kind: 'cancelled' }
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

/** What happened on the wire, and nothing but that. */
export type WireReport = {
  /** The last byte of the body was handed to a connected socket: the other side may have all of it. */
  readonly handedOver: boolean;
  /** Also one that came before the body was out, broke off or was too long. */
  readonly answer: Answer | null;
  /** The answer began before the socket had taken the last byte of the body: it cannot be about the whole of it. */
  readonly answeredEarly: boolean;
  /** Another answer came right behind it: either may be to what was asked before. */
  readonly answeredTwice?: true;
  readonly failure: WireFailure | null;
};

/** The report of a request that was not made: somebody had stopped it before. */
export const neverAsked: WireReport = {
  handedOver: false,
  answer: null,
  answeredEarly: false,
  failure: { kind: 'cancelled' },
};

/** Makes one HTTP request and tells what happened. Follows nothing, retries nothing, never throws. */
export function exchange(
  request: WireRequest,
  body: WireBody | null,
  limits: WireLimits,
  { agent, proxy }: WayOut,
  receiver: BodyReceiver | null = null,
): Promise<WireReport> {
  return new Promise((resolve) => {
    const { method, url, signal } = request;
    if (signal.aborted) {
      resolve(neverAsked);
      return;
    }
    let socket: Socket | null = null;
    let connected = false;
    let answer: Answer | null = null;
    let answeredEarly = false;
    let twice: Pick<WireReport, 'answeredTwice'> = {};
    let failure: WireFailure | null = null;
    let answerOver = false;
    let judging = false;
    let keepSoFar = (): void => undefined;
    let fed = body === null;

    const length = body === null ? {} : { 'content-length': String(body.length) };
    const send = url.protocol === 'https:' ? https.request : http.request;
    const outgoing = send(url, { method, headers: { ...request.headers, ...length }, agent });
    const sink = new BodySink(outgoing, {
      onTaken: (isAll) => endWithin(isAll ? limits.answerMs : limits.pieceMs),
      onHandedOver: () => socket?.setTimeout(limits.answerMs),
    });
    let deadline: NodeJS.Timeout | undefined;
    // With a proxy before it, or a look-up of its name, there is no socket yet that could be watched.
    endWithin(2 * limits.connectMs);

    const cancel = () => stop({ kind: 'cancelled' });
    signal.addEventListener('abort', cancel, { once: true });

    /** A proxy's own words may stand in it. */
    function wordsOf({ message }: Error) {
      const isEcho = request.echoes?.isIn([message]) ?? false;
      return isEcho ? 'What was said holds one of this account’s secrets, so it is not shown.' : message;
    }
    /** Whatever moves meanwhile: what only drips must not hold a place for ever. */
    function endWithin(ms: number) {
      clearTimeout(deadline);
      if (!answerOver || !fed) deadline = setTimeout(onTimeout, ms);
    }
    function onTimeout() {
      stop({
        kind: 'timeout',
        waitedFor: !connected ? 'connection' : sink.handedOver || body === null ? 'answer' : 'sending',
        proxy,
      });
    }
    function stop(reason: WireFailure) {
      // What comes after a whole answer (a reset while the rest of the body is dropped) changes nothing.
      if (!answerOver) {
        failure ??= reason;
        keepSoFar();
      }
      if (!connected) fed = true;
      answerOver = true;
      sink.close();
      outgoing.destroy();
      finish();
    }
    function finish() {
      if (!answerOver || !fed || judging) return;
      signal.removeEventListener('abort', cancel);
      socket?.off('timeout', onTimeout);
      clearTimeout(deadline);
      if (!outgoing.writableFinished) outgoing.destroy();
      resolve({ handedOver: sink.handedOver, answer, answeredEarly, ...twice, failure });
    }
    /**
     * A socket tells a turn late what it has taken (over TLS always), when the answer to it may have come. One turn more makes
     * sure that what a quick service took whole does not look as if it had been answered early.
     */
    async function judgeNextTurn() {
      judging = true;
      await arrivals();
      answeredEarly = !sink.taken;
      judging = false;
      finish();
    }
    async function feed(content: WireBody) {
      await content.feed(sink);
      fed = true;
      // Nobody cancelled: the file gave no more, or the connection took no more and is about to say why.
      if (!sink.handedOver && answer === null) {
        stop({ kind: 'connection', connected, code: 'ECLOSED', text: 'The body was not sent to its end.', proxy });
      }
      finish();
    }
    function onConnected() {
      if (answerOver) return;
      connected = true;
      socket?.setTimeout(body === null ? limits.answerMs : limits.stallMs);
      endWithin(body === null ? limits.answerMs : limits.pieceMs);
      if (body !== null) void feed(body);
    }

    outgoing.on('socket', (given: Socket) => {
      socket = given;
      given.setTimeout(limits.connectMs);
      given.on('timeout', onTimeout);
      if (isConnected(given)) onConnected();
      else given.once(given instanceof TLSSocket ? 'secureConnect' : 'connect', onConnected);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // It was being hung up on while this went out on it.
      if (outgoing.reusedSocket && answer === null && failure === null) stopReuse(agent);
      stop({ kind: 'connection', connected, code: error.code ?? 'UNKNOWN', text: wordsOf(error), proxy });
    });
    outgoing.on('close', () => {
      stop({ kind: 'connection', connected, code: 'ECLOSED', text: 'The connection closed without an answer.', proxy });
    });
    outgoing.on('response', (incoming) => {
      const pieces = new GatheredBytes();
      let bytes = 0;
      const status = incoming.statusCode ?? 0;
      answeredEarly = body !== null && !sink.taken;
      if (answeredEarly && sink.handedOver) void judgeNextTurn();
      const watch = new AnswerWatch(request.echoes, incoming.statusMessage ?? '', incoming.headers);
      const keep = (complete: boolean, tooLong: boolean) => {
        const { statusMessage: statusText = '', headers } = incoming;
        const body = pieces.whole();
        answer = watch.verdict({ status, statusText, headers, body, complete, tooLong, secretEchoed: false });
      };
      /** No more of it is wanted. */
      const cutOff = (tooLong: boolean) => {
        keep(false, tooLong);
        answerOver = true;
        sink.close();
        outgoing.destroy();
        finish();
      };
      keepSoFar = () => keep(false, false);
      keepSoFar();
      if (answer?.secretEchoed) return cutOff(false);
      // A refusal needs no more of the body; a success that comes early leaves the rest of it to be sent.
      if (status >= 300) {
        if (sink.open && !sink.handedOver && body !== null) endWithin(limits.answerMs);
        sink.close();
      }
      const taker = status >= 200 && status < 300 ? receiver : null;
      // Only a list may be long, and what is no list is kept whole.
      const mostBytes =
        receiver !== null && taker === null
          ? Math.min(limits.answerBytes, standardLimits.answerBytes)
          : limits.answerBytes;
      taker?.begin();
      incoming.on('data', (piece: Buffer) => {
        if (answerOver) return;
        // Before anybody reads of it.
        if (watch.take(piece)) return cutOff(false);
        taker?.take(piece);
        if (taker === null || bytes <= heldBytes) pieces.push(piece);
        bytes += piece.length;
        if (bytes > mostBytes) cutOff(true);
      });
      incoming.on('end', () => {
        if (answerOver) return;
        keep(incoming.complete, false);
        answerOver = true;
        // Node (24.21) hangs up at once on who says more than was asked, where it would keep the connection.
        if (outgoing.shouldKeepAlive && socket?.destroyed) {
          twice = { answeredTwice: true };
          stopReuse(agent);
        }
        finish();
      });
      incoming.on('close', () => {
        if (answerOver) return;
        stop({ kind: 'connection', connected, code: 'ECONNRESET', text: 'The answer broke off.', proxy });
      });
      incoming.on('error', () => undefined);
    });
    if (body === null) outgoing.end();
  });
}

function isConnected(socket: Socket): boolean {
  if (socket.connecting) return false;
  if (!(socket instanceof TLSSocket)) return true;
  const protocol = socket.getProtocol();
  return protocol !== null && protocol !== 'unknown';
}
