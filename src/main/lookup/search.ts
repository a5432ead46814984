import { Worker } from 'node:worker_threads';
import type { LookupKeys } from '../../shared/bridge/lookup.ts';
import type { Hit } from './search-index.ts';
import type { SearchRequest, SearchResponse, Touched } from './search-worker.ts';

export type Search = ReturnType<typeof createSearch>;

/** Lists come in pieces. */
const CATCH_UP_AFTER_MS = 500;

type WithoutId<Request> = Request extends SearchRequest ? Omit<Request, 'id' | 'touched'> : never;

/**
 * Finds rows by any of their keys, on a thread of its own that starts with the first search and then holds all keys in
 * memory. What is written meanwhile is only remembered here, and read by that thread before its next answer: writing
 * pays nothing for being found. `script` is the built `search-worker`, `databasePath` the app's database file.
 */
export function createSearch(script: URL, databasePath: string) {
  const waiting = new Map<number, { resolve: (hits: readonly Hit[]) => void; reject: (reason: unknown) => void }>();
  let submissions = new Set<number>();
  let records = new Map<string, { readonly accountId: string; readonly id: string }>();
  let accounts = new Set<string>();
  const gone = new Set<string>();
  let worker: Worker | null = null;
  let lastId = 0;
  let catchUp: NodeJS.Timeout | null = null;

  function start(): Worker {
    const started = new Worker(script, { workerData: databasePath });
    started.unref();
    started.on('message', ({ id, hits }: SearchResponse) => {
      waiting.get(id)?.resolve(hits);
      waiting.delete(id);
    });
    started.on('error', (error) => {
      if (started !== worker) return;
      // The next search starts a new thread, which reads everything anew.
      worker = null;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    });
    return started;
  }

  function takeTouched(): Touched {
    const touched = {
      submissions: [...submissions],
      records: [...records.values()],
      accounts: [...accounts],
      gone: [...gone],
    };
    submissions = new Set();
    records = new Map();
    accounts = new Set();
    return touched;
  }

  function ask(request: WithoutId<SearchRequest>): Promise<readonly Hit[]> {
    worker ??= start();
    const to = worker;
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      to.postMessage({ ...request, id, touched: takeTouched() });
    });
  }

  return {
    /** Reads what there is, so that the first search need not wait for it. Never rejects. */
    prepare: async (): Promise<void> => {
      await ask({ kind: 'prepare' }).catch(() => undefined);
    },

    /** Rejects when the database cannot be read. */
    find: (keys: LookupKeys, limit: number): Promise<readonly Hit[]> => ask({ kind: 'search', keys, limit }),

    /** These submissions were written. */
    touchSubmissions(ids: Iterable<number>): void {
      // Until the thread is there, everything is yet to be read.
      if (worker !== null) for (const id of ids) submissions.add(id);
    },

    /** These records were written. */
    touchRecords(accountId: string, ids: readonly string[]): void {
      if (worker !== null) for (const id of ids) records.set(`${accountId} ${id}`, { accountId, id });
    },

    /** Any number of an account's records were written: they are read now, so that the next search need not wait. */
    touchAccount(accountId: string): void {
      if (worker === null) return;
      accounts.add(accountId);
      catchUp ??= setTimeout(() => {
        catchUp = null;
        if (worker !== null) void ask({ kind: 'prepare' }).catch(() => undefined);
      }, CATCH_UP_AFTER_MS);
      catchUp.unref();
    },

    /** The account is being taken away, and its id never comes again. */
    forgetAccount(accountId: string): void {
      gone.add(accountId);
    },

    async close(): Promise<void> {
      if (catchUp !== null) clearTimeout(catchUp);
      const ending = worker;
      worker = null;
      await ending?.terminate();
    },
  };
}
