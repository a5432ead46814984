import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Commit, createGroupCommit, openDatabase } from './index.ts';

let folder: string;
let database: DatabaseSync;
let commit: Commit;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  database = openDatabase(join(folder, 'test.db'));
  commit = createGroupCommit(database);
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
  const flushing = createGroupCommit(database);
  const write = flushing(() => set('last'));
  flushing.flush();
  expect(names()).toEqual(['last']);
  await write;
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

test('every commit is flushed to disk: the journal mode is WAL and synchronous is FULL', () => {
  expect(database.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal');
  expect(database.prepare('PRAGMA synchronous').get()?.synchronous).toBe(2);
});
