import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Protocol } from './devtools-protocol.ts';

type Commands = Protocol.CommandParameters;
type Answers = Protocol.CommandReturnValues;
type Events = Protocol.Events;

type Pending = { readonly method: string; resolve(value: unknown): void; reject(reason: Error): void };
type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
};

/** One DevTools session: the browser itself, or one attached target. Rejects with `DevToolsError`. */
export class DevToolsSession {
  readonly #events = new EventEmitter();
  readonly #connection: DevToolsConnection;
  readonly id: string | undefined;

  constructor(connection: DevToolsConnection, id: string | undefined) {
    this.#connection = connection;
    this.id = id;
    this.#events.setMaxListeners(0);
  }

  send<Method extends keyof Commands & keyof Answers>(
    method: Method,
    params?: Commands[Method],
  ): Promise<Answers[Method]> {
    return this.#connection.request<Answers[Method]>(method, params, this.id);
  }

  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    this.#events.on(name, listener);
  }

  off<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    this.#events.off(name, listener);
  }

  /** For the connection only. */
  dispatch(name: string, params: unknown): void {
    this.#events.emit(name, params);
  }
}

/** A command that Chromium refused, or that it could not answer any more. */
class DevToolsError extends Error {
  override readonly name = 'DevToolsError';
}

/** The DevTools protocol over a pair of pipes: JSON messages, each ended by a zero byte. */
export class DevToolsConnection {
  readonly browser: DevToolsSession;
  readonly #sessions = new Map<string, DevToolsSession>();
  readonly #pending = new Map<number, Pending>();
  readonly #writer: Writable;
  readonly #chunks: Buffer[] = [];
  #lastId = 0;
  #closed = false;

  constructor(writer: Writable, reader: Readable) {
    this.#writer = writer;
    this.browser = new DevToolsSession(this, undefined);
    reader.on('data', (chunk: Buffer) => this.#read(chunk));
    reader.on('close', () => this.#close());
    reader.on('error', () => this.#close());
    writer.on('error', () => this.#close());
    this.browser.on('Target.detachedFromTarget', ({ sessionId }) => this.#sessions.delete(sessionId));
  }

  session(id: string): DevToolsSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session = new DevToolsSession(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  request<Answer>(method: string, params: object | undefined, sessionId: string | undefined): Promise<Answer> {
    if (this.#closed) return Promise.reject(new DevToolsError(`${method}: Chromium is gone`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      this.#pending.set(id, { method, resolve: (value) => resolve(value as Answer), reject });
      this.#writer.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      const text = Buffer.concat(this.#chunks).toString('utf8');
      this.#chunks.length = 0;
      start = end + 1;
      this.#receive(JSON.parse(text));
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error === undefined) pending?.resolve(message.result);
      else pending?.reject(new DevToolsError(`${pending.method}: ${message.error.message}`));
    } else if (message.method !== undefined) {
      const session = message.sessionId === undefined ? this.browser : this.session(message.sessionId);
      session.dispatch(message.method, message.params);
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const pending of this.#pending.values()) {
      pending.reject(new DevToolsError(`${pending.method}: Chromium is gone`));
    }
    this.#pending.clear();
  }
}
