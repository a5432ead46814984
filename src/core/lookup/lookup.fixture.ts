import { join } from 'node:path';
import { Tokens } from '../balances/index.ts';
import { Digests } from '../digests/index.ts';
import { type RecordedEvent, RecordedEvents } from '../domain-events.fixture.ts';
import { files } from '../files/file-threads.fixture.ts';
import { openRecordsHere } from '../records/in-process.fixture.ts';
import type { Records } from '../records/index.ts';
import type { Connection } from '../service/index.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';
import { accountId, closeRigs, openRig, type Rig, type RigOptions } from '../submissions/submissions.fixture.ts';
import { Asking, FileLookup, Kept, Lookup, RecentLookups } from './index.ts';

/** For tests: look-ups beside a queue, on a real database and a practice service. */
export type LookupRig = {
  readonly rig: Rig;
  readonly lookup: Lookup;
  readonly fileLookup: FileLookup;
  readonly recent: RecentLookups;
  readonly records: Records;
  readonly events: readonly RecordedEvent[];
  readonly until: <Value>(found: () => Value | undefined) => Promise<Value>;
  readonly submit: (text: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

const lookupRigs: LookupRig[] = [];

/** Call after each test. */
export async function closeLookupRigs(): Promise<void> {
  for (const lookupRig of lookupRigs.splice(0)) await lookupRig.close();
  await closeRigs();
}

type Given = 'access token' | 'API key';

export async function openLookupRig(options: RigOptions = {}, given: Given = 'access token'): Promise<LookupRig> {
  const rig = await openRig(options);
  const { service, folder } = rig;
  const databasePath = join(folder, 'dropslip.db');
  const database = openDatabase(databasePath);
  const groupCommit = new GroupCommit(database);
  const { commit } = groupCommit;
  const digests = new Digests(new URL('../digests/digest-worker.ts', import.meta.url));
  const listeners = new Set<() => void>();
  const events = new RecordedEvents(() => {
    for (const listener of [...listeners]) listener();
  });
  const records = openRecordsHere(database, commit, { events });
  const submissions = new SubmissionQueries(database);
  const tokens = new Tokens(database, commit, Date.now);
  const connection = (): Connection => ({
    baseUrl: service.url,
    submitBaseUrl: null,
    credentials: async () => ({
      apiKey: given === 'API key' ? service.apiKey : null,
      accessToken: given === 'access token' ? service.accessToken : null,
    }),
  });
  const kept = new Kept(submissions, records, tokens, connection);
  const locator = new SubmissionLocator(submissions, records, () => [accountId, 'work']);
  const asking = new Asking(connection, () => false, Date.now);
  const lookup = new Lookup(kept, asking, locator, records, events);
  const fileLookup = new FileLookup(files, digests, records, kept, events);
  const lookupRig: LookupRig = {
    rig,
    lookup,
    fileLookup,
    recent: new RecentLookups(database, commit, connection, Date.now),
    records,
    events: events.all,
    until: (found) =>
      new Promise((resolve) => {
        const look = (): void => {
          const value = found();
          if (value === undefined) return;
          listeners.delete(look);
          resolve(value);
        };
        listeners.add(look);
        look();
      }),
    submit: async (text) => {
      const answer = await fetch(`${service.url}/v1/submit_raw_data`, {
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/octet-stream' },
        body: text,
      });
      const receipt: unknown = await answer.json();
      return typeof receipt === 'object' && receipt !== null && 'submission_id' in receipt
        ? String(receipt.submission_id)
        : '';
    },
    close: async () => {
      lookup.close();
      fileLookup.close();
      await records.close();
      await digests.close();
      groupCommit.flush();
      database.close();
    },
  };
  lookupRigs.push(lookupRig);
  return lookupRig;
}
