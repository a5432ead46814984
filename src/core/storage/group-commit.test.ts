import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWalFlush, type WalFlush } from './group-commit.ts';
import { type Commit, GroupCommit, openDatabase } from './index.ts';

let folder: string;
let database: DatabaseSync;
let commit: Commit;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  database = openDatabase(join(folder, 'test.db'));
  commit = new GroupCommit(database).commit;
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const set = (name: string): void => {
  database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(name, 'x');
};
const names = (): unknown[] =>
  database
    .prepare('SELECT name FROM settings ORDER BY name')
    .all()
    .map((row) => row.name);

test('writes asked for together are there once their promises resolve', async () => {
  await Promise.all(['a', 'b', 'c'].map((name) => commit(() => set(name))));
  expect(names()).toEqual(['a', 'b', 'c']);
});

test('what is still waiting is written at once when the app ends', async () => {
  const flushing = new GroupCommit(database);
  const write = flushing.commit(() => set('last'));
  flushing.flush();
  expect(names()).toEqual(['last']);
  await write;
});

test('hundreds of thousands of writes at once are no more than any other number', async () => {
  let run = 0;
  const count = (): void => {
    run += 1;
  };
  await Promise.all(Array.from({ length: 300_000 }, () => commit(count)));
  await commit(() => set('after'));
  expect(run).toBe(300_000);
});

test('a write that fails takes none of the others with it', async () => {
  const results = await Promise.allSettled([commit(() => set('a')), commit(() => set('a')), commit(() => set('b'))]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['a', 'b']);
});

test('a committed write survives opening the file anew', async () => {
  await commit(() => set('kept'));
  const other = openDatabase(join(folder, 'test.db'));
  expect(other.prepare('SELECT count(*) AS n FROM settings').get()?.n).toBe(1);
  other.close();
});

test('a database of a newer version is refused instead of misread', () => {
  database.exec('PRAGMA user_version = 999');
  expect(() => openDatabase(join(folder, 'test.db'))).toThrow(/newer Dropslip/);
});

test('a database is opened so that every commit is flushed: the journal mode is WAL and synchronous is FULL', () => {
  expect(database.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal');
  expect(database.prepare('PRAGMA synchronous').get()?.synchronous).toBe(2);
});

test('where a flush of the system leaves all in the memory of the drive, SQLite asks the drive too', () => {
  expect(database.prepare('PRAGMA fullfsync').get()?.fullfsync).toBe(1);
  expect(database.prepare('PRAGMA checkpoint_fullfsync').get()?.checkpoint_fullfsync).toBe(1);
});

/** A disk whose flushes end when the test says so. */
function slowDisk() {
  const underWay: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const atOnce: { fault: Error | null } = { fault: null };
  const wal: WalFlush = {
    later: () => new Promise((end, fail) => underWay.push({ end, fail })),
    now: () => {
      if (atOnce.fault !== null) throw atOnce.fault;
    },
  };
  return { wal, underWay, atOnce };
}

/** Whether a promise is settled after everything that could still settle it had its turn. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  return Promise.race([promise.then(() => true), nextTurn(false)]);
}

test('a write is told to be done only once a flush is over that began after it was written', async () => {
  const { wal, underWay } = slowDisk();
  const slow = new GroupCommit(database, undefined, wal);
  await slow.commit(() => set('first'));
  const early = slow.commit(() => set('early'));
  await expect.poll(() => underWay.length).toBe(1);
  const late = slow.commit(() => set('late'));
  expect(await isSettled(early)).toBe(false);
  underWay[0]?.end();
  await early;
  await expect.poll(() => underWay.length).toBe(2);
  expect(await isSettled(late)).toBe(false);
  underWay[1]?.end();
  await late;
});

test('all that is asked for during a flush shares the next one', async () => {
  const { wal, underWay } = slowDisk();
  const slow = new GroupCommit(database, undefined, wal);
  await slow.commit(() => set('first'));
  const early = slow.commit(() => set('early'));
  await expect.poll(() => underWay.length).toBe(1);
  const many = Promise.all(['a', 'b', 'c'].map((name) => slow.commit(() => set(name))));
  underWay[0]?.end();
  await early;
  await expect.poll(() => underWay.length).toBe(2);
  underWay[1]?.end();
  await many;
  expect(underWay).toHaveLength(2);
});

test('what the disk did not flush is written into the database itself before it is told to be done', async () => {
  const { wal, underWay } = slowDisk();
  const problems: unknown[] = [];
  const slow = new GroupCommit(database, (error) => problems.push(error), wal);
  await slow.commit(() => set('first'));
  const write = slow.commit(() => set('kept'));
  await expect.poll(() => underWay.length).toBe(1);
  const lost = new Error('EIO');
  underWay[0]?.fail(lost);
  await write;
  expect(problems).toEqual([lost]);
  expect((await stat(join(folder, 'test.db-wal'))).size).toBe(0);
  expect(names()).toEqual(['first', 'kept']);
});

test('what the disk neither flushes nor takes is not told to be done', async () => {
  const { wal, underWay } = slowDisk();
  const slow = new GroupCommit(database, undefined, wal);
  await slow.commit(() => set('first'));
  // Somebody reads: the log cannot be emptied for as long as that lasts.
  const reader = openDatabase(join(folder, 'test.db'));
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM settings').get();
  const write = slow.commit(() => set('kept'));
  await expect.poll(() => underWay.length).toBe(1);
  underWay[0]?.fail(new Error('EIO'));
  expect(await isSettled(write)).toBe(false);
  reader.close();
  await write;
});

test('a flush brings the log of the database to the disk, whenever it is asked for', async () => {
  const wal = createWalFlush(database);
  set('a');
  await wal.later();
  set('b');
  wal.now();
});

/** Somebody reads: the log cannot be emptied until that is over. */
function readingOn(): DatabaseSync {
  const reader = openDatabase(join(folder, 'test.db'));
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM settings').get();
  return reader;
}

test('what was not flushed when the app ends is not told to be done by a flush that began before it was written', async () => {
  const { wal, underWay, atOnce } = slowDisk();
  const slow = new GroupCommit(database, undefined, wal);
  await slow.commit(() => set('first'));
  const early = slow.commit(() => set('early'));
  await expect.poll(() => underWay.length).toBe(1);
  const late = slow.commit(() => set('late'));
  const reader = readingOn();
  atOnce.fault = new Error('EIO');
  slow.flush();
  underWay[0]?.end();
  await early;
  expect(await isSettled(late)).toBe(false);
  reader.close();
});

test('what the disk does not flush when the app ends is written into the database itself', async () => {
  const { wal, atOnce } = slowDisk();
  const slow = new GroupCommit(database, undefined, wal);
  atOnce.fault = new Error('EIO');
  const write = slow.commit(() => set('last'));
  slow.flush();
  await write;
  expect((await stat(join(folder, 'test.db-wal'))).size).toBe(0);
});

test('what was never flushed is not told to be done because the database was closed meanwhile', async () => {
  const { wal, underWay } = slowDisk();
  const slow = new GroupCommit(database, undefined, wal);
  await slow.commit(() => set('first'));
  const write = slow.commit(() => set('unsure'));
  await expect.poll(() => underWay.length).toBe(1);
  database.close();
  underWay[0]?.fail(new Error('EIO'));
  await expect(write).rejects.toThrow(/closed/);
  database = openDatabase(join(folder, 'test.db'));
});
