import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginAnew, copyPathOf, DailyCopy, isGone, openCopy, openDatabase, soundCopy, takeCopy } from './index.ts';

let folder: string;
let path: string;
let database: DatabaseSync;
const copies: DailyCopy[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-'));
  path = join(folder, 'dropslip.db');
  database = openDatabase(path);
});
afterEach(async () => {
  for (const copy of copies.splice(0)) await copy.close();
  if (database.isOpen) database.close();
  await rm(folder, { recursive: true, force: true });
});

const then = Date.parse('2026-05-03T12:00:00Z');
const day = 86_400_000;

function fill(records: number): void {
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '2026-05-03T12:00:00.000Z') ON CONFLICT DO NOTHING`,
  );
  const insert = database.prepare(`INSERT INTO records (account_id, id, record, read_at) VALUES ('a', ?, ?, '')`);
  const text = JSON.stringify({ dataHash: null, extra: 'x'.repeat(1000) });
  database.exec('BEGIN');
  for (let index = 0; index < records; index += 1) insert.run(`${index}`, text);
  database.exec('COMMIT');
}

const copyWorker = new URL('./copy-worker.ts', import.meta.url);

function daily(now = () => then, problems: string[] = [], told: string[] = [], script = copyWorker): DailyCopy {
  const onProblem = (detail: string) => void problems.push(detail);
  const onFirstProblem = (code: string) => void told.push(code);
  const copy = new DailyCopy(script, path, onProblem, onFirstProblem, now, 0);
  copies.push(copy);
  return copy;
}

test('a copy is one file, whole in itself, with what was committed until then and when it was taken', async () => {
  fill(100);
  expect(await daily().take()).toEqual({ kind: 'taken' });
  expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual(['dropslip.db.copy']);
  expect(soundCopy(path)).toEqual({ path: copyPathOf(path), takenAt: then });
  // What it takes the place of is damaged else, and open nowhere: Windows moves nothing that is.
  database.close();
  const { database: restored } = openCopy(path, { path: copyPathOf(path), takenAt: then }, then, () => undefined);
  expect(restored.prepare('SELECT count(*) AS n FROM records').get()?.n).toBe(100);
  restored.close();
});

test('a copy comes to its end while the database is written to without a pause', async () => {
  fill(20_000);
  const set = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  let writes = 0;
  const writing = setInterval(() => {
    writes += 1;
    set.run('writes', `${writes}`);
  }, 1);
  expect(await daily().take()).toEqual({ kind: 'taken' });
  clearInterval(writing);
  expect(soundCopy(path)).not.toBeNull();
});

test('no copy is taken of a damaged database, and the one before stays', async () => {
  fill(1000);
  await takeCopy(path, then);
  const before = readFileSync(copyPathOf(path));
  database.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, bytes.length - 40 * 4096, bytes.length - 20 * 4096));
  const problems: string[] = [];
  expect(await daily(() => then + day, problems).take()).toBeNull();
  expect(problems).toEqual([expect.stringContaining('damaged')]);
  expect(readFileSync(copyPathOf(path)).equals(before)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
});

test('a copy that cannot be taken is logged each time and told once, until one could be taken again', async () => {
  fill(1);
  const problems: string[] = [];
  const told: string[] = [];
  const copy = daily(() => then, problems, told);
  const elsewhere = `${path}.elsewhere`;
  database.close();
  renameSync(path, elsewhere);
  await copy.take();
  await copy.take();
  expect(problems).toHaveLength(2);
  expect(told).toEqual(['copy-failed']);
  renameSync(elsewhere, path);
  expect(await copy.take()).toEqual({ kind: 'taken' });
  renameSync(path, elsewhere);
  await copy.take();
  expect(told).toHaveLength(2);
});

test('a disk without room for a copy is told with what to do', async () => {
  const told: string[] = [];
  const full = new URL('./full-disk-copy-worker.fixture.ts', import.meta.url);
  await daily(() => then, [], told, full).take();
  expect(told).toEqual(['copy-disk-full']);
});

test('what a copy that was cut off has left is no copy, and is cleared away by the next', async () => {
  writeFileSync(`${copyPathOf(path)}.new`, 'half of it');
  expect(soundCopy(path)).toBeNull();
  await takeCopy(path, then);
  expect(existsSync(`${copyPathOf(path)}.new`)).toBe(false);
  expect(soundCopy(path)).not.toBeNull();
});

test('what a copy that was cut off has left is cleared away at the start, also when no copy is due', async () => {
  await takeCopy(path, Date.now());
  for (const suffix of ['', '-journal']) writeFileSync(`${copyPathOf(path)}.new${suffix}`, 'half of it');
  daily(Date.now).begin();
  expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
});

test.each(['', 'no database'])('a copy that is damaged (%j) is none', (content) => {
  writeFileSync(copyPathOf(path), content);
  expect(soundCopy(path)).toBeNull();
});

test.each([
  ['older than a day', -day],
  ['from the future, by a clock that was wrong', 10 * 365 * day],
])('a copy that is %s is taken anew', async (_, away) => {
  await takeCopy(path, then + away);
  utimesSync(copyPathOf(path), (then + away) / 1000, (then + away) / 1000);
  daily().begin();
  await expect.poll(() => soundCopy(path)?.takenAt, { timeout: 30_000 }).toBe(then);
});

test('to begin anew keeps the copy with the damaged database', async () => {
  fill(3);
  await takeCopy(path, then);
  database.close();
  writeFileSync(path, '');
  const anew = beginAnew(path, then);
  anew.database.close();
  expect(readdirSync(folder).filter((name) => name.endsWith('.copy'))).toEqual([
    'dropslip.db.damaged-2026-05-03T12-00-00-000Z.copy',
  ]);
  expect(isGone(path)).toBe(false);
});

test('a database that is gone is told from one that never was by its copy', async () => {
  await takeCopy(path, then);
  database.close();
  await rm(path);
  expect(isGone(path)).toBe(true);
});

const inItsPlace: Readonly<Record<string, (path: string) => void>> = {
  'a link to itself': (at) => symlinkSync(at, at),
  'a pipe': (at) => execFileSync('mkfifo', [at]),
};

describe.skipIf(process.platform === 'win32')('what has the name of a copy and is none', () => {
  test.each(Object.entries(inItsPlace))('is no copy, and gives way to one: %s', async (_what, put) => {
    fill(1);
    put(copyPathOf(path));
    put(`${copyPathOf(path)}.new`);
    expect(soundCopy(path)).toBeNull();
    const problems: string[] = [];
    daily(() => then, problems).begin();
    await expect.poll(() => soundCopy(path), { timeout: 30_000 }).toEqual({ path: copyPathOf(path), takenAt: then });
    expect(problems).toEqual([]);
  });
});
