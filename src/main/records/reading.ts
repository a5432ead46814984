import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Connection, getAllExpenditureBody, lowerLimits } from '../service/index.ts';
import { firstLimit, raisedLimit } from './list-limits.ts';
import { sendList } from './list-sending.ts';
import type { TakenList } from './messages.ts';
import type { HistoryThread } from './thread.ts';

export type HistoryReadingParts = {
  readonly thread: HistoryThread;
  readonly now: () => number;
  readonly connection: (accountId: string) => Connection | null;
  readonly readTokens: (accountId: string, connection: Connection) => Promise<void>;
  readonly events: Pick<DomainEvents, 'emit'>;
};

type UnderWay = { readonly abort: AbortController; readonly end: Promise<Result<null>> };

const cancelled = { code: 'cancelled', message: 'Refreshing was cancelled.' } as const;

const unreadable = {
  code: 'unreadable-answer',
  message: 'The service’s list could not be read. What is kept stays as it is. Try again later.',
} as const;

/** Reads an account's list of submissions and hands its bytes to the history's thread, unparsed. */
export function createHistoryReading({ thread, now, connection, readTokens, events }: HistoryReadingParts) {
  const underWay = new Map<string, UnderWay>();
  /** Whose records were to be read before their service had started. */
  const notReady = new Set<string>();

  async function read(accountId: string, unlessWithinMs: number, signal: AbortSignal): Promise<Result<null>> {
    const extent = await thread.ask('extent', accountId, {});
    // What was cancelled has been told to be over.
    if (signal.aborted) return failure(cancelled);
    if (!extent.ok) return extent;
    const { asOf, kept } = extent.value;
    // A clock that was set back must not make an old list look new.
    if (asOf !== null && Math.abs(now() - Date.parse(asOf)) < unlessWithinMs) return success(null);
    const to = connection(accountId);
    if (to === null) {
      notReady.add(accountId);
      return failure({ code: 'not-ready', message: 'This account cannot be reached yet. Try again in a moment.' });
    }
    events.emit('records.sync', { accountId, state: { kind: 'running', listed: 0 } });
    const names = readTokens(accountId, to);
    const first = firstLimit(extent.value.limit, Math.ceil(kept / 2));
    let listed = await readList(accountId, to, first, signal);
    // A service may refuse a limit above its bound.
    for (const lower of lowerLimits(first)) {
      if (listed.ok || listed.error.code !== 'rejected') break;
      listed = await readList(accountId, to, lower, signal);
    }
    await names;
    return listed;
  }

  /** Asks for more for as long as full lists come. A service may list fewer than it is asked for: then that is all. */
  async function readList(
    accountId: string,
    to: Connection,
    first: number,
    signal: AbortSignal,
  ): Promise<Result<null>> {
    let before = -1;
    for (let limit: number | null = first; limit !== null; limit = raisedLimit(limit)) {
      const at = new Date(now()).toISOString();
      const taken = await readOnce(accountId, to, limit, at, signal);
      if (signal.aborted) return failure(cancelled);
      // A service may send all that it has, however few were asked for.
      if (!taken.ok && 'tooLong' in taken.error && raisedLimit(limit) !== null) continue;
      // What came before is kept, and a service that refuses the larger number has said all that it will.
      if (!taken.ok) return before >= 0 && taken.error.code === 'rejected' ? success(null) : taken;
      if (taken.value.kind === 'unreadable') {
        return failure(unreadable);
      }
      const { listed } = taken.value;
      events.emit('records.sync', { accountId, state: { kind: 'running', listed } });
      // Fewer are all that there are, or all that it ever lists; more, and it knows no limit.
      if (listed !== limit) break;
      before = listed;
    }
    return success(null);
  }

  async function readOnce(
    accountId: string,
    to: Connection,
    limit: number,
    at: string,
    signal: AbortSignal,
  ): Promise<Result<TakenList>> {
    const listId = randomUUID();
    const sending = sendList(thread, listId);
    const deaths = thread.deaths();
    try {
      const answer = await getAllExpenditureBody(to, { limit }, sending.receiver, signal);
      if (!answer.ok || signal.aborted) return failure(answer.ok ? cancelled : answer.error);
      // A thread that was started anew has not heard of it.
      if (thread.deaths() > deaths) return failure(unreadable);
      sending.flush();
      return await thread.ask('list', accountId, { listId, limit, at });
    } finally {
      sending.drop();
      // Of whose list it died is not known where several came at once: each is read again only when a person asks.
      if (thread.deaths() > deaths) to.onListCrash?.();
    }
  }

  async function begin(accountId: string, unlessWithinMs: number, signal: AbortSignal): Promise<Result<null>> {
    const result = await read(accountId, unlessWithinMs, signal);
    // What was cancelled has been told to be over, and another reading may have begun since.
    if (signal.aborted) return failure(cancelled);
    events.emit('records.sync', {
      accountId,
      state: result.ok ? { kind: 'idle' } : { kind: 'failed', message: result.error.message },
    });
    return result;
  }

  /** Who asks while a reading is under way shares it. */
  function refresh(accountId: string, unlessWithinMs: number): Promise<Result<null>> {
    const known = underWay.get(accountId);
    if (known !== undefined) return known.end;
    const abort = new AbortController();
    const end = begin(accountId, unlessWithinMs, abort.signal).finally(() => {
      if (underWay.get(accountId)?.abort === abort) underWay.delete(accountId);
    });
    underWay.set(accountId, { abort, end });
    return end;
  }

  return {
    refresh,

    /** A service has come up: reads what was to be read before it had. */
    retryNotReady(): void {
      const accounts = [...notReady];
      notReady.clear();
      for (const accountId of accounts) void refresh(accountId, 0);
    },

    /** Who asks from here on begins anew. */
    cancel(accountId: string): void {
      const known = underWay.get(accountId);
      if (known === undefined) return;
      underWay.delete(accountId);
      known.abort.abort();
      events.emit('records.sync', { accountId, state: { kind: 'idle' } });
    },

    close(): void {
      for (const { abort } of underWay.values()) abort.abort();
    },
  };
}
