import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGroupCommit, openDatabase, openOrSetAside } from './index.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-'));
  path = join(folder, 'dropslip.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const setting = 'INSERT INTO settings (name, value) VALUES (?, ?)';

describe('a damaged database', () => {
  test('that is no database at all is kept aside, and a new one is begun', async () => {
    writeFileSync(path, 'not a database, but something that somebody may still want');
    const { database, setAside } = openOrSetAside(path, () => Date.parse('2026-05-03T12:00:00Z'));
    database.prepare(setting).run('a', 'b');
    database.close();
    expect(setAside).toBe(`${path}.damaged-2026-05-03T12-00-00-000Z`);
    expect(readFileSync(setAside ?? '', 'utf8')).toContain('somebody may still want');
    expect(openOrSetAside(path, Date.now).setAside).toBeNull();
  });

  test('with a page overwritten is noticed at the start', async () => {
    const first = openDatabase(path);
    for (let row = 0; row < 2000; row += 1) first.prepare(setting).run(`name ${row}`, 'x'.repeat(100));
    first.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, bytes.length - 20 * 4096, bytes.length - 10 * 4096);
    writeFileSync(path, bytes);
    const { database, setAside } = openOrSetAside(path, Date.now);
    expect(database.prepare('SELECT count(*) AS n FROM settings').get()?.n).toBe(0);
    expect(existsSync(setAside ?? '')).toBe(true);
    database.close();
  });

  test('a sound one, and one of a newer version, are never set aside', async () => {
    const { database } = openOrSetAside(path, Date.now);
    database.exec('PRAGMA user_version = 999');
    database.close();
    expect(() => openOrSetAside(path, Date.now)).toThrow(/newer Dropslip/);
    expect((await readdir(folder)).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});

test('a write waits for another program that has locked the file, without being lost or refused', async () => {
  const database = openDatabase(path);
  const commit = createGroupCommit(database);
  const other = openDatabase(path);
  other.exec('BEGIN IMMEDIATE');
  const order: string[] = [];
  const first = commit(() => database.prepare(setting).run('first', '')).then(() => order.push('first'));
  const second = commit(() => database.prepare(setting).run('second', '')).then(() => order.push('second'));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  order.push('unlocked');
  other.exec('COMMIT');
  await Promise.all([first, second]);
  expect(order).toEqual(['unlocked', 'first', 'second']);
  other.close();
  database.close();
});

test('a write that finds the disk full is refused, and those that fit later are taken', async () => {
  const database = openDatabase(path);
  const commit = createGroupCommit(database);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const large = 'x'.repeat(100_000);
  await expect(commit(() => database.prepare(setting).run('large', large))).rejects.toThrow(/full/);
  database.exec('PRAGMA max_page_count = 1000000');
  await commit(() => database.prepare(setting).run('large', large));
  database.close();
});
