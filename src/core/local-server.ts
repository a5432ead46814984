import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Question } from '../shared/bridge/ipc.ts';
import { answerCall, type CoreHandlers } from './calls.ts';
import { askingCaller } from './consent.ts';
import { type DomainEvents, onFeatureEvents } from './domain-events.ts';
import {
  approvalOf,
  type LocalAnswer,
  type LocalEvent,
  type LocalHealth,
  localRequest,
  newAddress,
  toJson,
} from './local-protocol.ts';

/** Bytes that wait for a program that does not read its events. */
const MOST_UNREAD = 64 * 1024 * 1024;
/** Bytes of a request. A call may name 200,000 paths. */
const LARGEST_BODY = 64 * 1024 * 1024;

/** Answers other programs of the same user with the calls and events of the bridge. */
export class LocalServer {
  readonly #version: string;
  readonly #handlers: CoreHandlers;
  readonly #onProblem: (name: string, error: unknown) => void;
  readonly #server: Server;
  readonly #readers = new Set<ServerResponse>();
  readonly #removeListener: () => void;

  /** Only the owner of the data folder may call this. Rejects if the system refuses the address. */
  static async open(
    userData: string,
    version: string,
    handlers: CoreHandlers,
    events: DomainEvents,
    onProblem: (name: string, error: unknown) => void,
  ): Promise<LocalServer> {
    const server = new LocalServer(version, handlers, events, onProblem);
    await server.#listen(newAddress(userData));
    return server;
  }

  private constructor(
    version: string,
    handlers: CoreHandlers,
    events: DomainEvents,
    onProblem: (name: string, error: unknown) => void,
  ) {
    this.#version = version;
    this.#handlers = handlers;
    this.#onProblem = onProblem;
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch((error: unknown) => {
        onProblem('local request', error);
        response.destroy();
      });
    });
    this.#removeListener = onLocalEvents(events, (event) => this.#send(event));
  }

  close(): void {
    this.#removeListener();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #listen(address: string): Promise<void> {
    // The socket of an owner that was killed. Its lock has ended with it.
    if (process.platform !== 'win32') rmSync(address, { force: true });
    // Only this user may connect. The socket exists when `listen` returns.
    const mask = process.umask(0o177);
    try {
      this.#server.listen(address);
    } finally {
      process.umask(mask);
    }
    await once(this.#server, 'listening');
    this.#server.unref();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind, name = ''] = (request.url ?? '').split('/');
    if (request.method === 'GET' && kind === 'health') {
      write(response, 200, { status: 'ok', version: this.#version } satisfies LocalHealth);
    } else if (request.method === 'GET' && kind === 'events') {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
      this.#readers.add(response);
      response.once('close', () => this.#readers.delete(response));
    } else if (request.method === 'POST' && kind === 'calls') {
      const body = await bodyOf(request);
      const read = localRequest.safeParse(body === null ? null : parsed(body));
      if (body === null) write(response, 413, { error: 'The body is too large.' });
      else if (read.success) write(response, 200, await this.#call(name, read.data.input, new Set(read.data.approved)));
      else write(response, 400, { error: 'The body is not { "input": …, "approved": [] }.' });
    } else write(response, 404, { error: 'Use POST /calls/NAME, GET /events or GET /health.' });
  }

  async #call(name: string, input: unknown, approved: ReadonlySet<string>): Promise<LocalAnswer> {
    let open: Question | null = null;
    const confirm = async (question: Question): Promise<boolean> => {
      const isApproved = approved.has(approvalOf(question));
      if (!isApproved) open = question;
      return isApproved;
    };
    const answer = await askingCaller(confirm, () => answerCall(this.#handlers, name, input, this.#onProblem));
    return open === null ? { answer } : { question: open, approval: approvalOf(open) };
  }

  #send(event: LocalEvent): void {
    if (this.#readers.size === 0) return;
    const line = `${toJson(event)}\n`;
    for (const reader of this.#readers) {
      if (reader.writableLength > MOST_UNREAD) reader.destroy();
      else reader.write(line);
    }
  }
}

/** Calls `listener` for each event that other programs receive. Returns a function that removes it. */
export function onLocalEvents(events: DomainEvents, listener: (event: LocalEvent) => void): () => void {
  const removals = [
    onFeatureEvents(events, listener),
    events.on('notice', ({ notice }) => listener({ kind: 'notice', notice })),
  ];
  return () => {
    for (const remove of removals) remove();
  };
}

/** Null if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > LARGEST_BODY) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function write(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(toJson(value));
}
