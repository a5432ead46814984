import type { Pool } from 'undici';
import { answerCall, type CoreHandlers } from '../core/calls.ts';
import { askingCaller, type Confirm } from '../core/consent.ts';
import { fromJson, type LocalAnswer, type LocalEvent, type LocalRequest, toJson } from '../core/local-protocol.ts';
import type { CallAnswers, CallInputs } from '../shared/bridge/bridge.ts';
import type { Result } from '../shared/failures/failure.ts';
import { CommandError, errorOf } from './exit.ts';

type CoreCall = keyof CoreHandlers;

/** The owner of the data folder has ended. Another process may own the folder now. */
export class OwnerLost extends Error {}

/** The engine of a data folder: in this process, or in the one that owns the folder. */
export abstract class Client {
  /** Calls by name, as the window does. Throws `CommandError` for a failure, and `OwnerLost`. */
  async call<Name extends CoreCall>(name: Name, input: CallInputs[Name]): Promise<CallAnswers[Name]> {
    const result = await this.answer(name, input);
    if (!result.ok) throw errorOf(result.error);
    return result.value as CallAnswers[Name];
  }

  /** The same, with failures as data. */
  async ask<Name extends CoreCall>(name: Name, input: CallInputs[Name]): Promise<Result<CallAnswers[Name]>> {
    return (await this.answer(name, input)) as Result<CallAnswers[Name]>;
  }

  protected abstract answer(name: string, input: unknown): Promise<Result<unknown>>;

  /** Passes each event to `listener` while `work` runs. Rejects with `OwnerLost`. */
  abstract listen<Value>(listener: (event: LocalEvent) => void, work: () => Promise<Value>): Promise<Value>;

  /** Reads what the team has submitted. A running Dropslip has done so. */
  catchUp(): Promise<void> {
    return Promise.resolve();
  }

  /** Ends the engine if it is in this process. Uploads that have begun are finished first. */
  abstract close(): Promise<void>;
}

/** Answers calls in this process, which owns the data folder. */
export class OwnClient extends Client {
  readonly #handlers: CoreHandlers;
  readonly #onEvent: (listener: (event: LocalEvent) => void) => () => void;
  readonly #confirm: Confirm;
  readonly #catchUp: () => Promise<void>;
  readonly #end: () => Promise<void>;

  constructor(
    handlers: CoreHandlers,
    onEvent: (listener: (event: LocalEvent) => void) => () => void,
    confirm: Confirm,
    catchUp: () => Promise<void>,
    end: () => Promise<void>,
  ) {
    super();
    this.#handlers = handlers;
    this.#onEvent = onEvent;
    this.#confirm = confirm;
    this.#catchUp = catchUp;
    this.#end = end;
  }

  protected answer(name: string, input: unknown): Promise<Result<unknown>> {
    const onProblem = (_name: string, error: unknown): never => {
      throw error;
    };
    return askingCaller(this.#confirm, () => answerCall(this.#handlers, name, input, onProblem));
  }

  async listen<Value>(listener: (event: LocalEvent) => void, work: () => Promise<Value>): Promise<Value> {
    const remove = this.#onEvent(listener);
    return work().finally(remove);
  }

  override catchUp(): Promise<void> {
    return this.#catchUp();
  }

  close(): Promise<void> {
    return this.#end();
  }
}

/** Asks the process that owns the data folder, at its socket. */
export class SocketClient extends Client {
  readonly #http: Pool;
  readonly #confirm: Confirm;

  private constructor(http: Pool, confirm: Confirm) {
    super();
    this.#http = http;
    this.#confirm = confirm;
  }

  /** `address`: of the owner's socket. */
  static async open(address: string, confirm: Confirm): Promise<SocketClient> {
    // Loaded late, because a command that owns the data folder starts faster without it.
    const { Pool } = await import('undici');
    // Answers wait for the service, and events for as long as the caller listens.
    const http = new Pool('http://dropslip', { socketPath: address, headersTimeout: 0, bodyTimeout: 0 });
    return new SocketClient(http, confirm);
  }

  /** Rejects with `OwnerLost` if nobody answers at the address, and with `owner-silent` after `withinMs` milliseconds. */
  async greet(withinMs: number): Promise<void> {
    const { body } = await this.#request('GET', '/health', null, AbortSignal.timeout(withinMs));
    await body.dump();
  }

  protected async answer(name: string, input: unknown): Promise<Result<unknown>> {
    const approved: string[] = [];
    for (;;) {
      const answer = await this.#post(name, { input, approved });
      if ('answer' in answer) return answer.answer;
      if (!(await this.#confirm(answer.question))) return { ok: false, error: { code: 'declined' } };
      approved.push(answer.approval);
    }
  }

  async listen<Value>(listener: (event: LocalEvent) => void, work: () => Promise<Value>): Promise<Value> {
    const abort = new AbortController();
    const { body } = await this.#request('GET', '/events', null, abort.signal);
    const lost = readLines(body, (line) => listener(fromJson(line) as LocalEvent)).catch(() => undefined);
    try {
      return await Promise.race([
        work(),
        lost.then(() => {
          throw new OwnerLost();
        }),
      ]);
    } finally {
      abort.abort();
    }
  }

  close(): Promise<void> {
    return this.#http.destroy();
  }

  async #post(name: string, request: LocalRequest): Promise<LocalAnswer> {
    const { statusCode, body } = await this.#request('POST', `/calls/${name}`, toJson(request));
    const answer = await body.text().catch(() => {
      throw new OwnerLost();
    });
    if (statusCode === 200) return fromJson(answer) as LocalAnswer;
    throw new CommandError('failed', 'owner-refused', 'The Dropslip that owns the data folder is another version.');
  }

  async #request(method: 'GET' | 'POST', path: string, body: string | null, signal?: AbortSignal) {
    try {
      return await this.#http.request({ method, path, body, signal: signal ?? null });
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw ownerSilent();
      if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
        throw new CommandError(
          'failed',
          'not-yours',
          'This data folder belongs to another user. Name one of yours: --data.',
        );
      }
      throw new OwnerLost();
    }
  }
}

export function ownerSilent(): CommandError {
  const message = 'Another Dropslip uses this data folder and does not answer. Wait until it has ended, or close it.';
  return new CommandError('failed', 'owner-silent', message);
}

async function readLines(body: AsyncIterable<Buffer>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}
