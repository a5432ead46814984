import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { Tokens } from '../../src/core/balances/index.ts';
import { Digests } from '../../src/core/digests/index.ts';
import { DomainEvents } from '../../src/core/domain-events.ts';
import { FileThreads } from '../../src/core/files/index.ts';
import { Lookup } from '../../src/core/lookup/index.ts';
import { Records, startEngine } from '../../src/core/records/index.ts';
import { GroupCommit, inTransaction, openDatabase } from '../../src/core/storage/index.ts';
import { knownFileQueries, SubmissionQueries } from '../../src/core/submissions/index.ts';
import { type LookupKeys, noKeys } from '../../src/shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../src/shared/records.ts';
import { type Line, line, type Target } from './line.ts';
import type { Conditions, Measurement } from './measurement.ts';

const ROWS = 100_000;
const OTHER_SIZES = [10_000, 300_000];
const OTHER_ROUNDS = 3;
const SEARCHES = 40;
const TARGET_MS = 50;
const accountId = 'bench';
const words = ['Invoice', 'Contract', 'Übergabe', 'Photo', 'Backup', 'Report', 'Letter', 'Survey', 'Minutes', 'Plan'];

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const hash = (kind: string, row: number): string => `0x${digest(`${kind} ${row}`)}`;
const uuid = (kind: string, row: number): string =>
  digest(`${kind} id ${row}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const at = (row: number): string => new Date(Date.UTC(2024, 0, 1) + row * 600_000).toISOString();
const nameOf = (row: number): string => `${words[row % words.length]} ${words[(row >> 4) % words.length]} ${row}.pdf`;

/** By every kind of key: what finds one row, what finds thousands, and what finds nothing. */
const kinds: Readonly<Record<string, (row: number) => LookupKeys>> = {
  'whole id': (row) => ({ ...noKeys, id: uuid('record', row), hex: uuid('record', row).replaceAll('-', '') }),
  hash: (row) => ({ ...noKeys, hex: hash('tx', row).slice(2) }),
  'part of 4': (row) => ({ ...noKeys, hex: hash('block', row).slice(12, 16), name: hash('block', row).slice(12, 16) }),
  'part of 9': (row) => ({
    ...noKeys,
    hex: hash('keccak', row).slice(40, 49),
    name: hash('keccak', row).slice(40, 49),
  }),
  'unknown id': (row) => ({ ...noKeys, hex: digest(`nobody ${row}`).slice(0, 32) }),
  'rare name': (row) => ({ ...noKeys, name: nameOf(row).normalize('NFD').toUpperCase() }),
  'common name': (row) => ({ ...noKeys, name: words[row % words.length] ?? '' }),
  'unknown name': (row) => ({ ...noKeys, name: `nobody ${row}` }),
  day: (row) => ({ ...noKeys, days: { from: at(row - 100), until: at(row + 44) } }),
};

/** Finding among what is kept: a hundred thousand files and as many records of other programs; fewer and more, to see how it grows. */
export const lookup: Measurement = {
  name: 'lookup',
  async run(conditions) {
    const lines: Line[] = [];
    for (const size of [...OTHER_SIZES.slice(0, 1), ROWS, ...OTHER_SIZES.slice(1)]) {
      lines.push(...(await ofSize(conditions, size)));
    }
    return lines;
  },
};

async function ofSize({ rounds, scale, folder, say }: Conditions, size: number): Promise<readonly Line[]> {
  const rows = Math.max(1_000, Math.round(size * scale));
  const ownFolder = join(folder, String(size));
  await mkdir(ownFolder);
  const databasePath = join(ownFolder, 'dropslip.db');
  const database = openDatabase(databasePath);
  const digests = new Digests(new URL('../../src/core/digests/digest-worker.ts', import.meta.url));
  try {
    fill(database, rows);
    say(`${rows} files and ${rows} records are laid in`);
    const taken: Round[] = [];
    for (let round = 0; round < (size === ROWS ? rounds : Math.min(rounds, OTHER_ROUNDS)); round += 1) {
      const rig = openRig(database, databasePath, ownFolder, digests);
      const measured = await measure(rig.lookup, rows, round);
      await rig.close();
      taken.push(measured);
      const told = Object.entries(measured.slowest).map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`);
      say(`round ${round + 1}: first ${measured.first.toFixed(0)} ms; 95th percentiles: ${told.join(', ')} ms`);
    }
    const name = `${rows.toLocaleString('en')} files and as many records`;
    // The targets are about the size that a person has after years; the others show the growth.
    const target = (atMost: number): Target => (size === ROWS ? { atMost } : null);
    const of = (what: (round: Round) => number): number[] => taken.map(what);
    return [
      ...Object.keys(kinds).map((kind) =>
        line(
          `${name}: search by ${kind}, 95th percentile`,
          'ms',
          of(({ slowest }) => slowest[kind] ?? 0),
          target(TARGET_MS),
        ),
      ),
      line(
        `${name}: longest the main thread is held up`,
        'ms',
        of(({ held }) => held),
        target(TARGET_MS),
      ),
      line(
        `${name}: first search after a start`,
        'ms',
        of(({ first }) => first),
        target(300),
      ),
    ];
  } finally {
    await digests.close();
    database.close();
  }
}

/** Milliseconds. `slowest`: by kind, the 95th percentile. */
type Round = { readonly first: number; readonly slowest: Readonly<Record<string, number>>; readonly held: number };

async function measure(lookups: Lookup, rows: number, round: number): Promise<Round> {
  const first = await timed(lookups, { ...noKeys, hex: uuid('submission', 7).replaceAll('-', '') });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const slowest: Record<string, number> = {};
  for (const [kind, keys] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let search = 0; search < SEARCHES; search += 1) {
      times.push(await timed(lookups, keys(200 + ((search * 7_919 + round) % (rows - 400)))));
    }
    slowest[kind] = percentile95(times);
  }
  delay.disable();
  return { first, slowest, held: delay.max / 1e6 };
}

type Rig = { readonly lookup: Lookup; readonly close: () => Promise<void> };

function openRig(database: DatabaseSync, databasePath: string, folder: string, digests: Digests): Rig {
  const { commit } = new GroupCommit(database);
  const events = new DomainEvents(() => undefined);
  const data = { databasePath, ownFiles: knownFileQueries };
  const records = new Records({
    // As it is built: reading its source first is no part of the app.
    start: () => startEngine(new URL('../../out/main/records.js', import.meta.url), data),
    database,
    exportFolder: join(folder, 'exports'),
    region: () => 'en',
    now: Date.now,
    connection: () => null,
    knownTokens: () => [],
    readTokens: async () => undefined,
    events,
  });
  const lookup = new Lookup({
    database,
    commit,
    submissions: new SubmissionQueries(database),
    files: new FileThreads(new URL('../../src/core/files/file-worker.ts', import.meta.url)),
    digests,
    records,
    tokens: new Tokens(database, commit, Date.now),
    connection: () => null,
    isSending: () => false,
    now: Date.now,
    events,
  });
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

function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

function fill(database: DatabaseSync, rows: number): void {
  database
    .prepare(
      `INSERT INTO accounts (id, kind, name, colour, submit_by, found, created_at)
       VALUES (?, 'service', 'Bench', 'teal', '{"variant":"api-key"}', '{"tokenMap":null,"requestFunds":null}', ?)`,
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
