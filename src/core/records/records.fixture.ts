import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import { allRecords, type RecordPage, type RecordQuery, type RecordsSync } from '../../shared/bridge/records.ts';
import { failureDetail } from '../../shared/messages/failures/failure-message.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { AccountStore } from '../accounts/account-store.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { RecordedEvents } from '../domain-events.fixture.ts';
import type { Connection } from '../service/index.ts';
import { answering, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { Records, startEngine } from './index.ts';

const fileColumns = 'id, account_id, name, folder, size, added_at, submission_id, keccak256, blake2b256, sha256';

/** As the journal is asked. */
export const ownFileQueries = {
  all: `SELECT ${fileColumns} FROM submissions`,
  some: `SELECT ${fileColumns} FROM submissions WHERE id IN (SELECT value FROM json_each(?))`,
  like: `SELECT ${fileColumns} FROM submissions WHERE instr(keccak256 || blake2b256 || sha256 || submission_id, ?) > 0`,
} as const;

/** For tests: records with a real thread and a real database, in a folder that is removed afterwards. */
export type RecordsRig = {
  readonly records: Records;
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly refreshes: RecordsSync[];
  readonly problems: string[];
  /** How often the records were said to have changed. */
  readonly changes: () => number;
  readonly tokens: KnownToken[];
  readonly page: (query?: Partial<RecordQuery>) => Promise<RecordPage>;
  /** Ends it and starts another on the same data. */
  readonly restart: () => Promise<void>;
};

export const accountId = practiceAccount.id;

export const everything = allRecords('UTC');

export const latestFirst: RecordQuery = {
  filter: everything,
  sort: { column: 'time', descending: true },
  group: 'none',
  offset: 0,
  count: 500,
};

const rigs: { readonly close: () => Promise<void> }[] = [];

/** Call after each test. */
export async function closeRecords(): Promise<void> {
  for (const rig of rigs.splice(0)) await rig.close();
}

export type RecordsRigOptions = {
  readonly connection?: () => Connection | null;
  readonly script?: URL;
  readonly now?: () => number;
  readonly most?: number;
  readonly exportFolder?: string;
};

export async function openRecordsRig(options: RecordsRigOptions = {}): Promise<RecordsRig> {
  const folder = await mkdtemp(join(tmpdir(), 'records-'));
  const databasePath = join(folder, 'dropslip.db');
  const database = openDatabase(databasePath);
  const { commit } = new GroupCommit(database);
  await new AccountStore(database, commit).add(practiceAccount, new Date().toISOString());
  const refreshes: RecordsSync[] = [];
  const problems: string[] = [];
  const tokens: KnownToken[] = [];
  let changes = 0;
  const events = new RecordedEvents();
  events.on('records.changed', () => {
    changes += 1;
  });
  events.on('records.sync', ({ state }) => void refreshes.push(state));
  events.on('problem', ({ what }) => void problems.push(what));
  const data = { databasePath, ownFiles: ownFileQueries, most: options.most };
  const script = options.script ?? new URL('./records-worker.ts', import.meta.url);
  const open = (): Records =>
    new Records(
      () => startEngine(script, data),
      database,
      options.exportFolder ?? join(folder, 'exports'),
      () => 'en',
      options.connection ?? (() => null),
      { known: () => tokens, read: async () => undefined },
      options.now ?? Date.now,
      events,
    );
  let records = open();
  rigs.push({
    close: async () => {
      await records.close();
      database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  });
  return {
    get records() {
      return records;
    },
    database,
    folder,
    refreshes,
    problems,
    changes: () => changes,
    tokens,
    page: async (query = {}) => {
      const page = await records.query(accountId, { ...latestFirst, ...query });
      if (!page.ok) throw new Error(failureDetail(page.error));
      return page.value;
    },
    restart: async () => {
      await records.stored();
      await records.close();
      records = open();
    },
  };
}

/** A record with everything null but what is said. */
export function recordOf(id: string, fields: Partial<SubmissionRecord> = {}): SubmissionRecord {
  return {
    id,
    userId: null,
    tokenDetailsId: null,
    extrinsicIndex: null,
    amountData: null,
    fees: null,
    toAddress: null,
    blockHash: null,
    dataHash: null,
    txHash: null,
    createdAt: null,
    phase: 'pending',
    error: null,
    extra: {},
    ...fields,
  };
}

/** A service that lists these, and notes the limits that it was asked with. */
export async function listing(list: () => readonly object[], cap = Number.POSITIVE_INFINITY) {
  const limits: (string | null)[] = [];
  const { baseUrl } = await answering(({ url }, response) => {
    const limit = new URL(url, 'http://service').searchParams.get('limit');
    limits.push(limit);
    json(response, 200, list().slice(0, Math.min(cap, Number(limit))));
  });
  const connection = connectionTo(baseUrl);
  return { limits, options: { connection: () => connection } satisfies RecordsRigOptions };
}

/** A record as the service writes it. */
export const wire = (id: string, fields: object = {}): object => ({
  id,
  created_at: '2026-03-01T10:00:00',
  ...fields,
});
