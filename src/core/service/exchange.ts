import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { stopReuse, type WayOut } from './agents.ts';
import { type Answer, IncomingAnswer } from './answer.ts';
import { arrivals, BodySink } from './body-sink.ts';
import { freeMemory } from './free-memory.ts';
import {
  neverAsked,
  standardLimits,
  type WireBody,
  type WireFailure,
  type WireReport,
  type WireRequest,
} from './wire.ts';

/** Makes one HTTP request and tells what happened. Follows nothing, retries nothing, never throws. */
export function exchange(request: WireRequest, way: WayOut): Promise<WireReport> {
  return request.signal.aborted ? Promise.resolve(neverAsked) : new Exchange(request, way).report;
}

/** One request and its answer, from the connection to the last byte. */
class Exchange {
  readonly #request: WireRequest;
  readonly #way: WayOut;
  readonly #outgoing: http.ClientRequest;
  readonly #sink: BodySink;
  readonly #report = Promise.withResolvers<WireReport>();
  #socket: Socket | null = null;
  #deadline: NodeJS.Timeout | undefined;
  #silence = { ms: 0, from: 0 };
  #connected = false;
  #incoming: IncomingAnswer | null = null;
  #answer: Answer | null = null;
  #answeredEarly = false;
  #answeredTwice = false;
  #failure: WireFailure | null = null;
  /** No more of an answer is waited for. */
  #answerOver = false;
  /** Nothing more of the body is on its way to the socket. */
  #fed: boolean;
  #judging = false;

  constructor(request: WireRequest, way: WayOut) {
    const { method, url, body, limits, signal } = request;
    this.#request = request;
    this.#way = way;
    this.#fed = body === null;
    const length = body === null ? {} : { 'content-length': String(body.length) };
    const send = url.protocol === 'https:' ? https.request : http.request;
    this.#outgoing = send(url, { method, headers: { ...request.headers, ...length }, agent: way.agent });
    this.#sink = new BodySink(this.#outgoing, {
      onTaken: (isAll) => this.#endWithin(isAll ? limits.answerMs : limits.pieceMs),
      onHandedOver: () => this.#watchSilence(limits.answerMs),
    });
    // With a proxy before it, or a look-up of its name, there is no socket yet that could be watched.
    this.#endWithin(2 * limits.connectMs);
    signal.addEventListener('abort', this.#cancel, { once: true });
    this.#outgoing.on('socket', (socket) => this.#watchSocket(socket));
    this.#outgoing.on('response', (incoming) => this.#takeAnswer(incoming));
    this.#outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // It was being hung up on while this went out on it.
      if (this.#outgoing.reusedSocket && this.#answer === null && this.#failure === null) stopReuse(way.agent);
      this.#breakOff(error.code ?? 'UNKNOWN', this.#wordsOf(error));
    });
    this.#outgoing.on('close', () => this.#breakOff('ECLOSED', 'The connection closed without an answer.'));
    if (body === null) this.#outgoing.end();
  }

  /**
   * What is read of the socket, and what Node copies from there, is used up when its receiver has it. Only where whoever asks
   * would find out if it were not: the bytes are held against digests.
   */
  get #isBodyFreed(): boolean {
    return this.#request.isBodyProven !== undefined && this.#request.receiver !== null;
  }

  get report(): Promise<WireReport> {
    return this.#report.promise;
  }

  #watchSocket(socket: Socket): void {
    this.#socket = socket;
    this.#watchSilence(this.#request.limits.connectMs);
    socket.on('timeout', this.#onSilence);
    if (this.#isBodyFreed) socket.on('data', freeSoon);
    if (isConnected(socket)) this.#begin();
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => this.#begin());
  }

  #begin(): void {
    if (this.#answerOver) return;
    const { body, limits } = this.#request;
    this.#connected = true;
    // A long answer may take its time, and yet not be silent for all of it.
    this.#watchSilence(body === null ? Math.min(limits.answerMs, limits.stallMs) : limits.stallMs);
    this.#endWithin(body === null ? limits.answerMs : limits.pieceMs);
    if (body !== null) void this.#feed(body);
  }

  async #feed(body: WireBody): Promise<void> {
    await body.feed(this.#sink);
    this.#fed = true;
    // Nobody cancelled: the file gave no more, or the connection took no more and is about to say why.
    if (!this.#sink.handedOver && this.#answer === null) {
      this.#breakOff('ECLOSED', 'The body was not sent completely.');
    }
    this.#finish();
  }

  #takeAnswer(message: http.IncomingMessage): void {
    const { method, body, echoes, limits } = this.#request;
    const { statusCode: status = 0 } = message;
    const isSuccess = status >= 200 && status < 300;
    const receiver = isSuccess ? this.#request.receiver : null;
    // Only a list may be long, and what is no list is kept whole.
    const isNoList = this.#request.receiver !== null && receiver === null;
    const mostBytes = isNoList ? Math.min(limits.answerBytes, standardLimits.answerBytes) : limits.answerBytes;
    const incoming = new IncomingAnswer(message, echoes, {
      readsSecrets: method === 'POST',
      receiver,
      mostBytes,
      isBodyProven: isSuccess ? (this.#request.isBodyProven ?? null) : null,
    });
    this.#incoming = incoming;
    this.#answeredEarly = body !== null && !this.#sink.taken;
    if (this.#answeredEarly && this.#sink.handedOver) void this.#judgeNextTurn();
    this.#answer = incoming.soFar();
    if (incoming.isKeptOut) {
      this.#cutOff(incoming);
      return;
    }
    // A refusal needs no more of the body; a success that comes early leaves the rest of it to be sent.
    if (status >= 300) {
      if (this.#sink.open && !this.#sink.handedOver && body !== null) this.#endWithin(limits.answerMs);
      this.#sink.close();
    }
    const { body: stream } = incoming;
    stream.on('data', (piece: Buffer) => {
      this.#handOn(() => {
        if (this.#answerOver) return;
        if (!incoming.take(piece)) this.#cutOff(incoming);
        else if (incoming.taking !== null) this.#wait(stream, incoming.taking);
        if (this.#isBodyFreed && stream === message) freeSoon(piece);
      });
    });
    message.on('end', () => this.#endMessage());
    stream.on('end', () => this.#endAnswer(incoming));
    stream.on('close', () => {
      if (!this.#answerOver) this.#breakOff('ECONNRESET', 'The answer broke off.');
    });
    stream.on('error', () => undefined);
    this.#handOn(() => receiver?.begin());
  }

  /** Reads no more of an answer until its receiver has taken in what it has. */
  #wait(stream: Readable, taking: Promise<void>): void {
    stream.pause();
    this.#endWithin(this.#request.limits.answerMs);
    taking.then(
      () => stream.resume(),
      (error: unknown) => this.#stop({ kind: 'receiver', text: String(error) }),
    );
  }

  /** What fails in a receiver is the end of this request, and not of the process. */
  #handOn(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#stop({ kind: 'receiver', text: String(error) });
    }
  }

  #endMessage(): void {
    if (this.#answerOver) return;
    // Node (24.21) hangs up at once on who says more than was asked, where it would keep the connection.
    if (this.#outgoing.shouldKeepAlive && this.#socket?.destroyed) {
      this.#answeredTwice = true;
      stopReuse(this.#way.agent);
    }
  }

  #endAnswer(incoming: IncomingAnswer): void {
    if (this.#answerOver) return;
    this.#answer = incoming.whole();
    this.#answerOver = true;
    this.#finish();
  }

  /** No more of the answer is wanted. */
  #cutOff(incoming: IncomingAnswer): void {
    this.#answer = incoming.soFar();
    this.#answerOver = true;
    this.#sink.close();
    this.#outgoing.destroy();
    this.#finish();
  }

  /**
   * A socket tells a turn late what it has taken (over TLS always), when the answer to it may have come. One turn more makes
   * sure that what a quick service took whole does not look as if it had been answered early.
   */
  async #judgeNextTurn(): Promise<void> {
    this.#judging = true;
    await arrivals();
    this.#answeredEarly = !this.#sink.taken;
    this.#judging = false;
    this.#finish();
  }

  /** Whatever moves meanwhile: what only drips must not hold a place for ever. */
  #endWithin(ms: number): void {
    clearTimeout(this.#deadline);
    if (!this.#answerOver || !this.#fed) this.#deadline = setTimeout(this.#timeOut, ms);
  }

  #watchSilence(ms: number): void {
    this.#silence = { ms, from: performance.now() };
    this.#socket?.setTimeout(ms);
  }

  /** Node (24.21) lets the timer of a connection that was idle go off although it has just been taken for a request. */
  readonly #onSilence = (): void => {
    const { ms, from } = this.#silence;
    if (performance.now() - from < ms / 2) this.#watchSilence(ms);
    else this.#timeOut();
  };

  readonly #timeOut = (): void => {
    const isOut = this.#sink.handedOver || this.#request.body === null;
    const waitedFor = !this.#connected ? 'connection' : isOut ? 'answer' : 'sending';
    this.#stop({ kind: 'timeout', waitedFor, proxy: this.#way.proxy });
  };

  readonly #cancel = (): void => this.#stop({ kind: 'cancelled' });

  #breakOff(code: string, text: string): void {
    // Who has given a whole answer may close the connection.
    if (!this.#answerOver && this.#incoming?.isAllHere) return;
    this.#stop({ kind: 'connection', connected: this.#connected, code, text, proxy: this.#way.proxy });
  }

  #stop(reason: WireFailure): void {
    // What comes after a whole answer (a reset while the rest of the body is dropped) changes nothing.
    if (!this.#answerOver) {
      this.#failure ??= reason;
      this.#answer = this.#incoming?.soFar() ?? null;
    }
    if (!this.#connected) this.#fed = true;
    this.#answerOver = true;
    this.#sink.close();
    this.#outgoing.destroy();
    this.#finish();
  }

  #finish(): void {
    if (!this.#answerOver || !this.#fed || this.#judging) return;
    this.#request.signal.removeEventListener('abort', this.#cancel);
    this.#socket?.off('timeout', this.#onSilence).off('data', freeSoon);
    clearTimeout(this.#deadline);
    if (!this.#outgoing.writableFinished) this.#outgoing.destroy();
    this.#report.resolve({
      handedOver: this.#sink.handedOver,
      answer: this.#answer,
      answeredEarly: this.#answeredEarly,
      ...(this.#answeredTwice ? { answeredTwice: true } : {}),
      failure: this.#failure,
    });
  }

  /** A proxy's own words may stand in it. */
  #wordsOf({ message }: Error): string {
    const isEcho = this.#request.echoes?.isIn([message]) ?? false;
    return isEcho ? 'The answer contains one of this account’s secrets, so it is not shown.' : message;
  }
}

/** Not before Node's own reader, which may be on its way to here, has done with it. */
function freeSoon(bytes: Uint8Array): void {
  process.nextTick(freeMemory, bytes);
}

function isConnected(socket: Socket): boolean {
  if (socket.connecting) return false;
  if (!(socket instanceof TLSSocket)) return true;
  const protocol = socket.getProtocol();
  return protocol !== null && protocol !== 'unknown';
}
