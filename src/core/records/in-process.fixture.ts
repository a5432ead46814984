import type { DatabaseSync } from 'node:sqlite';
import { MessageChannel } from 'node:worker_threads';
import { expose, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { RecordedEvents } from '../domain-events.fixture.ts';
import type { Commit } from '../storage/index.ts';
import { mostKept } from './account-records.ts';
import { type EngineOptions, RecordsEngine } from './engine.ts';
import { ownFileQueries } from './records.fixture.ts';
import { Records, type RecordsOptions } from './records.ts';
import type { OpenEngine } from './records-thread.ts';

/** The records' engine in this thread, asked over the same bridge as one in a thread of its own. */
function startEngineHere(parts: EngineOptions): OpenEngine {
  const engine = new RecordsEngine(parts);
  const { port1, port2 } = new MessageChannel();
  expose(engine, nodeEndpoint(port1));
  const remote = wrap<RecordsEngine>(nodeEndpoint(port2));
  port1.unref();
  port2.unref();
  return {
    engine: remote,
    close: async () => {
      engine.close();
      port1.close();
      port2.close();
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
  parts: Partial<Pick<RecordsOptions, 'events' | 'now' | 'monotonic' | 'knownTokens'>> = {},
): Records {
  const records = new Records({
    start: ({ onReport }) =>
      startEngineHere({ database, commit, most: mostKept, ownFiles: ownFileQueries, report: onReport }),
    database,
    exportFolder: 'no exports',
    region: () => 'en',
    now: Date.now,
    connection: () => null,
    knownTokens: () => [],
    readTokens: async () => undefined,
    events: new RecordedEvents(),
    ...parts,
  });
  opened.add(records);
  return records;
}
