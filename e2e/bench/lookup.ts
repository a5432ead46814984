import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Tokens } from '../../src/core/balances/index.ts';
import { DomainEvents } from '../../src/core/domain-events.ts';
import { Asking, Kept, Lookup } from '../../src/core/lookup/index.ts';
import { Records, startEngine } from '../../src/core/records/index.ts';
import { GroupCommit, inTransaction, openDatabase } from '../../src/core/storage/index.ts';
import { knownFileQueries, SubmissionLocator, SubmissionQueries } from '../../src/core/submissions/index.ts';
import { type LookupKeys, noKeys } from '../../src/shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../src/shared/records.ts';
import { line } from './line.ts';
import type { Measurement } from './measurement.ts';

const ROWS = 100_000;
const SEARCHES = 40;
const accountId = 'bench';
const words = ['Invoice', 'Contract', 'Übergabe', 'Photo', 'Backup', 'Report', 'Letter', 'Survey', 'Minutes', 'Plan'];

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const hash = (kind: string, row: number): string => `0x${digest(`${kind} ${row}`)}`;
const uuid = (kind: string, row: number): string =>
  digest(`${kind} id ${row}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const at = (row: number): string => new Date(Date.UTC(2024, 0, 1) + row * 600_000).toISOString();
export const nameOf = (row: number): string =>
  `${words[row % words.length]} ${words[(row >> 4) % words.length]} ${row}.pdf`;

/** One function per kind of search: one row, part of a hash, thousands of rows, and a range of days. */
const kinds: readonly ((row: number) => LookupKeys)[] = [
  (row) => ({ ...noKeys, id: uuid('record', row), hex: uuid('record', row).replaceAll('-', '') }),
  (row) => ({ ...noKeys, hex: hash('keccak', row).slice(40, 49), name: hash('keccak', row).slice(40, 49) }),
  (row) => ({ ...noKeys, name: words[row % words.length] ?? '' }),
  (row) => ({ ...noKeys, days: { from: at(row - 100), until: at(row + 44) } }),
];

/** Search in a hundred thousand files and as many records of other programs. */
export const lookup: Measurement = {
  name: 'lookup',
  async run({ rounds, scale, folder, say }) {
    const rows = Math.max(1_000, Math.round(ROWS * scale));
    const databasePath = join(folder, 'dropslip.db');
    const database = openDatabase(databasePath);
    try {
      fill(database, rows);
      say(`${rows} files and ${rows} records are written`);
      const taken: Round[] = [];
      for (let number = 0; number < rounds; number += 1) {
        const rig = openRig(database, databasePath, folder);
        const round = await measure(rig.lookup, rows, number);
        await rig.close();
        taken.push(round);
        say(`round ${number + 1}: first ${round.first.toFixed(0)} ms, later ones ${round.later.toFixed(1)} ms`);
      }
      const name = `${rows.toLocaleString('en')} files and as many records`;
      const [first, later] = [taken.map((round) => round.first), taken.map((round) => round.later)];
      return [
        line(`${name}: first search after a start`, 'ms', first, { atMost: 300 }),
        line(`${name}: later searches, 95th percentile of the slowest kind`, 'ms', later, { atMost: 50 }),
      ];
    } finally {
      database.close();
    }
  },
};

/** Milliseconds. `later` is the 95th percentile of the slowest kind. */
type Round = { readonly first: number; readonly later: number };

async function measure(lookups: Lookup, rows: number, round: number): Promise<Round> {
  const first = await timed(lookups, { ...noKeys, hex: uuid('submission', 7).replaceAll('-', '') });
  let later = 0;
  for (const keys of kinds) {
    const times: number[] = [];
    for (let search = 0; search < SEARCHES; search += 1) {
      times.push(await timed(lookups, keys(200 + ((search * 7_919 + round) % (rows - 400)))));
    }
    later = Math.max(later, percentile95(times));
  }
  return { first, later };
}

type Rig = { readonly lookup: Lookup; readonly close: () => Promise<void> };

function openRig(database: DatabaseSync, databasePath: string, folder: string): Rig {
  const { commit } = new GroupCommit(database);
  const events = new DomainEvents(() => undefined);
  const data = { databasePath, ownFiles: knownFileQueries };
  const records = new Records(
    // Uses the built thread, because the app does not load sources.
    () => startEngine(new URL('../../out/main/records.js', import.meta.url), data),
    database,
    join(folder, 'exports'),
    () => 'en',
    () => null,
    { known: () => [], read: async () => undefined },
    Date.now,
    events,
  );
  const submissions = new SubmissionQueries(database);
  const locator = new SubmissionLocator(submissions, records, () => [accountId]);
  const tokens = new Tokens(database, commit, Date.now);
  const connection = (): null => null;
  const kept = new Kept(submissions, records, tokens, connection);
  const asking = new Asking(connection, () => false, Date.now);
  const lookup = new Lookup(kept, asking, locator, records, events);
  return {
    lookup,
    close: async () => {
      lookup.close();
      await records.close();
    },
  };
}

async function timed(lookups: Lookup, keys: LookupKeys): Promise<number> {
  const began = performance.now();
  await lookups.search(keys);
  return performance.now() - began;
}

export function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

/** Fills the database at `path`, which has none of these rows. */
export function fillSubmissions(path: string, rows: number): void {
  const database = openDatabase(path);
  fill(database, rows);
  database.close();
}

function fill(database: DatabaseSync, rows: number): void {
  database
    .prepare(
      `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
       VALUES (?, 'service', 'Bench', 'teal', '{"variant":"api-key"}', ?)`,
    )
    .run(accountId, at(0));
  const putSubmission = database.prepare(
    `INSERT INTO submissions (account_id, path, name, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state, submission_id)
     VALUES (?, ?, ?, 1000, '1', ?, ?, ?, ?, ?, ?)`,
  );
  const putRecord = database.prepare('INSERT INTO records (account_id, id, record, read_at) VALUES (?, ?, ?, ?)');
  inTransaction(database, () => {
    for (let row = 0; row < rows; row += 1) {
      const submissionId = uuid('submission', row);
      const state = JSON.stringify({ kind: 'confirmed', submissionId, at: at(row) });
      const hashes = [hash('keccak', row), hash('blake', row), hash('sha', row)] as const;
      putSubmission.run(accountId, `/bench/${nameOf(row)}`, nameOf(row), at(row), ...hashes, state, submissionId);
      const record = recordOf(row);
      putRecord.run(accountId, record.id, JSON.stringify(record), at(row));
    }
  });
}

function recordOf(row: number): SubmissionRecord {
  return {
    id: uuid('record', row),
    userId: uuid('user', 1),
    tokenDetailsId: '1',
    extrinsicIndex: '2',
    amountData: '1000',
    fees: '21000000000000',
    toAddress: `0x${'ab'.repeat(20)}`,
    blockHash: hash('block', row),
    dataHash: hash('data', row),
    txHash: hash('tx', row),
    createdAt: at(row),
    phase: 'in-block',
    error: null,
    extra: {},
  };
}
