import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  beginAnew,
  GroupCommit,
  isGone,
  NO_FILE,
  openDatabase,
  openOrTellDamage,
  storageFailureKind,
} from './index.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-'));
  path = join(folder, 'dropslip.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const setting = 'INSERT INTO settings (name, value) VALUES (?, ?)';

/** A database with rows on many pages, closed. */
function filled(): void {
  const first = openDatabase(path);
  for (let row = 0; row < 2000; row += 1) first.prepare(setting).run(`name ${row}`, 'x'.repeat(100));
  first.close();
}

function emptyDatabase(sql: string): void {
  const other = new DatabaseSync(path);
  other.exec(sql);
  other.close();
}

/** What may be found in the place of a database that was there before. */
const damages: readonly [string, () => void][] = [
  ['no database at all', () => writeFileSync(path, 'not a database, but something that somebody may still want')],
  ['empty', () => writeFileSync(path, '')],
  [
    'empty, with a log beside it',
    () => {
      writeFileSync(path, '');
      writeFileSync(`${path}-wal`, 'a log');
    },
  ],
  ['gone, with its log left', () => writeFileSync(`${path}-wal`, 'a log')],
  ['zeros', () => writeFileSync(path, Buffer.alloc(8192))],
  [
    'one whose header is zeros',
    () => {
      filled();
      writeFileSync(path, readFileSync(path).fill(0, 0, 100));
    },
  ],
  [
    'cut off in its first page',
    () => {
      filled();
      truncateSync(path, 1000);
    },
  ],
  [
    'cut off in the middle',
    () => {
      filled();
      truncateSync(path, 20 * 4096);
    },
  ],
  [
    'one with pages overwritten',
    () => {
      filled();
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0x5a, bytes.length - 20 * 4096, bytes.length - 10 * 4096));
    },
  ],
  ['a database in which nothing is', () => emptyDatabase('PRAGMA journal_mode = WAL')],
  ['another program’s database', () => emptyDatabase('CREATE TABLE songs (name TEXT)')],
  ['a database of this version without its tables', () => emptyDatabase('PRAGMA user_version = 1')],
];

describe('a damaged database', () => {
  test.each(damages)('that is %s is told, and nothing is changed', (_, damage) => {
    damage();
    const before = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
    expect(openOrTellDamage(path)).toEqual({ kind: 'damaged', why: expect.stringMatching(/./) });
    for (const [name, bytes] of before) expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  test('is kept aside with its log when a new one is begun', () => {
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, 'a log that somebody may still want');
    const { database, setAside } = beginAnew(path, Date.parse('2026-05-03T12:00:00Z'));
    database.prepare(setting).run('a', 'b');
    database.close();
    expect(setAside).toBe(`${path}.damaged-2026-05-03T12-00-00-000Z`);
    expect(statSync(setAside).size).toBe(0);
    expect(readFileSync(`${setAside}-wal`, 'utf8')).toContain('somebody may still want');
    const again = openOrTellDamage(path);
    expect(again.kind).toBe('sound');
    if (again.kind === 'sound') again.database.close();
  });

  test('is never a sound one, nor one of a newer version', () => {
    const database = openDatabase(path);
    database.exec('PRAGMA user_version = 999');
    database.close();
    expect(() => openOrTellDamage(path)).toThrow(/newer Dropslip/);
  });
});

test.skipIf(process.platform === 'win32')('a data file that may only be read is refused with the system’s code', () => {
  openDatabase(path).close();
  chmodSync(folder, 0o755);
  chmodSync(path, 0o444);
  const storage = new URL('./index.ts', import.meta.url).href;
  const script = `import { openDatabase } from '${storage}';
    try { openDatabase('${path}'); } catch (error) { console.log(error.code); }`;
  // Root may write whatever stands there.
  const user = process.geteuid?.() === 0 ? { uid: 65_534 } : {};
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', ...user });
  expect(said.trim()).toBe('EACCES');
});

/** Whether this user may mount a disk of a few kilobytes here. */
function mounts(at: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at], { stdio: 'ignore' }).status === 0;
}

test('a first start on a full disk says that it is full, and leaves no data file', (context) => {
  if (!mounts(folder, '64k')) return context.skip();
  try {
    const kind = storageFailureKind(thrownBy(() => openDatabase(path)));
    expect(kind).toBe('disk');
    expect(existsSync(path)).toBe(false);
  } finally {
    execFileSync('umount', ['--lazy', folder]);
  }
});

test('a new database is whole from the first moment on which it has its name', () => {
  writeFileSync(`${path}.new`, 'what a start that was killed has left');
  openDatabase(path).close();
  expect(readdirSync(folder)).toEqual(['dropslip.db']);
});

describe.skipIf(process.platform === 'win32')('in the place of the data file', () => {
  const others: readonly [string, () => void][] = [
    ['a folder', () => mkdirSync(path)],
    ['a pipe', () => execFileSync('mkfifo', [path])],
    ['a link to a device', () => symlinkSync('/dev/zero', path)],
    ['a link to itself', () => symlinkSync(path, path)],
    ['a link to nowhere', () => symlinkSync(join(folder, 'nowhere'), path)],
  ];
  test.each(others)('%s is refused at once', (_, put) => {
    put();
    expect(() => openOrTellDamage(path)).toThrow(expect.objectContaining({ code: NO_FILE }));
  });

  test('a link to nowhere is no data file that is gone: no copy takes the place of what lies on another drive', () => {
    symlinkSync(join(folder, 'nowhere'), path);
    writeFileSync(`${path}.copy`, 'a copy');
    expect(isGone(path)).toBe(false);
  });
});

test.each(['-wal', '-shm', '-journal'])('a folder in the place of the data file’s %s is named', (suffix) => {
  openDatabase(path).close();
  mkdirSync(`${path}${suffix}`);
  const words = { code: NO_FILE, message: expect.stringContaining(`dropslip.db${suffix}`) };
  expect(() => openOrTellDamage(path)).toThrow(expect.objectContaining(words));
});

test('a write waits for another program that has locked the file, without being lost or refused', async () => {
  const database = openDatabase(path);
  const { commit } = new GroupCommit(database);
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
  const { commit } = new GroupCommit(database);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const large = 'x'.repeat(100_000);
  await expect(commit(() => database.prepare(setting).run('large', large))).rejects.toThrow(/full/);
  database.exec('PRAGMA max_page_count = 1000000');
  await commit(() => database.prepare(setting).run('large', large));
  database.close();
});
