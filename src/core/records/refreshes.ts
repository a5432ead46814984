import type { RecordsSync } from '../../shared/bridge/records.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Connection, Reach } from '../service/index.ts';
import type { RecordsThread } from './records-thread.ts';
import type { ListSync } from './sync.ts';

type UnderWay = { readonly abort: AbortController; readonly end: Promise<Result<null>> };

const cancelled: Failure = { code: 'cancelled' };

/** Reads whole lists for the screen: one at a time for each account, with progress. The user can cancel a reading. */
export class Refreshes {
  readonly #thread: RecordsThread;
  readonly #sync: ListSync;
  readonly #connection: Reach;
  /** Reads names and decimals of the account's tokens unless they were read recently. */
  readonly #readTokens: (accountId: string, connection: Connection) => Promise<void>;
  readonly #now: () => number;
  readonly #events: DomainEvents;
  readonly #underWay = new Map<string, UnderWay>();
  /** Accounts that were refreshed before their service had started. */
  readonly #notReady = new Set<string>();

  constructor(
    thread: RecordsThread,
    sync: ListSync,
    connection: Reach,
    readTokens: (accountId: string, connection: Connection) => Promise<void>,
    now: () => number,
    events: DomainEvents,
  ) {
    this.#thread = thread;
    this.#sync = sync;
    this.#connection = connection;
    this.#readTokens = readTokens;
    this.#now = now;
    this.#events = events;
  }

  /** Calls during a reading share it. */
  refresh(accountId: string, unlessWithinMs: number): Promise<Result<null>> {
    const known = this.#underWay.get(accountId);
    if (known !== undefined) return known.end;
    const abort = new AbortController();
    const end = this.#begin(accountId, unlessWithinMs, abort.signal).finally(() => {
      if (this.#underWay.get(accountId)?.abort === abort) this.#underWay.delete(accountId);
    });
    this.#underWay.set(accountId, { abort, end });
    return end;
  }

  /** A later call to `refresh` starts a new reading. */
  cancel(accountId: string): void {
    const known = this.#underWay.get(accountId);
    if (known === undefined) return;
    this.#underWay.delete(accountId);
    known.abort.abort();
    this.#announce(accountId, { kind: 'idle' });
  }

  retryNotReady(): void {
    const accounts = [...this.#notReady];
    this.#notReady.clear();
    for (const accountId of accounts) void this.refresh(accountId, 0);
  }

  close(): void {
    for (const { abort } of this.#underWay.values()) abort.abort();
  }

  async #begin(accountId: string, unlessWithinMs: number, signal: AbortSignal): Promise<Result<null>> {
    const result = await this.#read(accountId, unlessWithinMs, signal);
    // `cancel` has announced the end, and another reading may have begun since.
    if (signal.aborted) return failure(cancelled);
    this.#announce(accountId, result.ok ? { kind: 'idle' } : { kind: 'failed', reason: result.error });
    return result;
  }

  async #read(accountId: string, unlessWithinMs: number, signal: AbortSignal): Promise<Result<null>> {
    const sync = this.#sync;
    const state = await this.#thread.ask((engine) => engine.keptState(accountId));
    if (signal.aborted) return failure(cancelled);
    if (!state.ok) return state;
    const { asOf, kept } = state.value;
    // An old list must not seem new after the clock was set back.
    if (asOf !== null && Math.abs(this.#now() - Date.parse(asOf)) < unlessWithinMs) return success(null);
    const to = await this.#connection(accountId);
    if (signal.aborted) return failure(cancelled);
    if (to === null) {
      this.#notReady.add(accountId);
      return failure({ code: 'not-ready' });
    }
    this.#announce(accountId, { kind: 'running', listed: 0 });
    const names = this.#readTokens(accountId, to);
    const read = await sync.read(accountId, to, {
      expected: Math.ceil(kept / 2),
      onListed: (listed) => {
        if (!signal.aborted) this.#announce(accountId, { kind: 'running', listed });
      },
      signal,
      resumes: true,
    });
    await names;
    if (!read.ok) return failure(read.error);
    sync.drop(read.value);
    const { tooLong } = read.value;
    return tooLong === null ? success(null) : failure(tooLong);
  }

  #announce(accountId: string, state: RecordsSync): void {
    this.#events.emit('records.sync', { accountId, state });
  }
}
