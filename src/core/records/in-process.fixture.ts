import type { DatabaseSync } from 'node:sqlite';
import { MessageChannel } from 'node:worker_threads';
import { expose, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { RecordedEvents } from '../domain-events.fixture.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Commit } from '../storage/index.ts';
import type { EngineReport } from './engine.ts';
import { RecordsEngine } from './engine.ts';
import { ownFileQueries } from './records.fixture.ts';
import { type AccountTokens, Records } from './records.ts';
import type { EngineThread } from './records-thread.ts';

/** The records' engine in this thread, asked over the same bridge as one in a thread of its own. */
function startEngineHere(database: DatabaseSync, commit: Commit): EngineThread {
  let onNews: (report: EngineReport) => void = () => undefined;
  const engine = new RecordsEngine(database, commit, ownFileQueries, (report) => onNews(report));
  const { port1, port2 } = new MessageChannel();
  expose(engine, nodeEndpoint(port1));
  const remote = wrap<RecordsEngine>(nodeEndpoint(port2));
  port1.unref();
  port2.unref();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  let isGone = false;
  return {
    get isGone() {
      return isGone;
    },
    ask: async <Answer>(
      use: (engine: typeof remote) => Answer,
      listener: typeof onNews = () => undefined,
    ): Promise<Awaited<Answer>> => {
      onNews = listener;
      return await Promise.race([use(remote), ended.promise]);
    },
    end: async () => {
      isGone = true;
      engine.close();
      port1.close();
      ended.reject(new Error('The thread was ended.'));
    },
  };
}

const opened = new Set<Records>();

/** Call after each test, before a database is closed: one that is asked for the first time later would begin on it. */
export async function closeRecordsHere(): Promise<void> {
  const all = [...opened];
  opened.clear();
  await Promise.all(all.map((records) => records.close()));
}

/** For tests of what stands above: records without a thread, which are written by the caller's own `commit`. */
export function openRecordsHere(
  database: DatabaseSync,
  commit: Commit,
  {
    events = new RecordedEvents(),
    now = Date.now,
    knownTokens = () => [],
  }: {
    readonly events?: DomainEvents;
    readonly now?: () => number;
    readonly knownTokens?: AccountTokens['known'];
  } = {},
): Records {
  const records = new Records(
    () => startEngineHere(database, commit),
    database,
    'no exports',
    () => 'en',
    () => null,
    { known: knownTokens, read: async () => undefined },
    now,
    events,
  );
  opened.add(records);
  return records;
}
