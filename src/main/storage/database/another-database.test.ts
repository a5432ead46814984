import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GroupCommit, openTrusted, SequenceMark, type TrustedDatabase, takeCopy } from '../index.ts';
import { firstWith, migrations } from '../migrations/migrations.ts';
import { readMark } from './sequence-mark.ts';

const now = Date.parse('2026-05-04T12:00:00Z');

let folder: string;
let path: string;
/** Where the other computer has its data. */
let there: string;
const opened: DatabaseSync[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'another-'));
  path = join(folder, 'dropslip.db');
  mkdirSync(join(folder, 'there'));
  there = join(folder, 'there', 'dropslip.db');
});
afterEach(async () => {
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  await rm(folder, { recursive: true, force: true });
});

type Opened = Exclude<TrustedDatabase, { kind: 'damaged' }>;

function open(at = path): Opened {
  const answer = openTrusted(at, now, { latestInstant: () => null, distrust: () => undefined });
  if (answer.kind === 'damaged') throw new Error(answer.why);
  opened.push(answer.database);
  return answer;
}

/** A start of the app. `write` adds so many rows, each of which advances the sequence, and notes them. */
function live(at = path) {
  const { kind, database } = open(at);
  const { commit } = new GroupCommit(database);
  const problems: unknown[] = [];
  const mark = new SequenceMark({ database, databasePath: at, commit, onProblem: (error) => problems.push(error) });
  mark.begin();
  const write = async (rows: number, what: string): Promise<void> => {
    await commit(() => {
      for (let row = 0; row < rows; row += 1) add(database, `${what} ${row}`);
      database.exec(`UPDATE attempt_sequence SET last = last + ${rows}`);
    });
    await mark.note();
  };
  const end = async (): Promise<void> => {
    await mark.close();
    database.close();
  };
  return { kind, database, mark, commit, write, end, problems };
}

function add(database: DatabaseSync, name: string): void {
  database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(name, name.padEnd(700, '.'));
}

function rows(database: DatabaseSync, what: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM settings WHERE name LIKE ?`).get(`${what} %`)?.n);
}

/** What a kill leaves of the app there. */
function killed(at = path): void {
  const files = ['', '-wal', '.sequence'].map((suffix) => `${at}${suffix}`).filter((file) => existsSync(file));
  const left = files.map((file) => [file, readFileSync(file)] as const);
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  for (const [file, content] of left) writeFileSync(file, content);
  rmSync(`${at}-shm`, { force: true });
}

/** Of the last version in which a database had no identity, with a mark as that wrote it. */
function ofBefore(at: string, last: number): DatabaseSync {
  const database = new DatabaseSync(at);
  opened.push(database);
  database.exec('PRAGMA journal_mode = WAL');
  for (const migration of migrations.slice(0, firstWith.identity - 1)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${firstWith.identity - 1}; UPDATE attempt_sequence SET last = ${last}`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  writeFileSync(`${at}.sequence`, `${last} ${last}\n`);
  return database;
}

const logs = (): readonly string[] => readdirSync(folder).filter((name) => /\.damaged-.*-wal$/.test(name));

describe('a data file of another computer, in the place of a new one whose app was killed', () => {
  test.each([3, 60])('is what it was there: none of the %s rows of here is in it', async (fresh) => {
    const other = live(there);
    await other.write(40, 'there');
    await other.end();
    await live().write(fresh, 'here');
    killed();
    copyFileSync(there, path);
    const { kind, database } = open();
    expect([kind, rows(database, 'there'), rows(database, 'here')]).toEqual(['put-back', 40, 0]);
    expect(logs()).toHaveLength(1);
    database.close();
    expect(live().kind).toBe('sound');
  });

  test('of before there were identities, too', async () => {
    const other = ofBefore(there, 40);
    for (let row = 0; row < 40; row += 1) add(other, `there ${row}`);
    other.close();
    await live().write(3, 'here');
    killed();
    copyFileSync(there, path);
    const { kind, database } = open();
    expect([kind, rows(database, 'there'), rows(database, 'here')]).toEqual(['put-back', 40, 0]);
  });

  test('also where nothing that advances the sequence was written here', async () => {
    const other = live(there);
    await other.write(40, 'there');
    await other.end();
    const { commit, database: here, mark } = live();
    await commit(() => add(here, 'here 0'));
    await mark.note();
    killed();
    copyFileSync(there, path);
    const { kind, database } = open();
    expect([kind, rows(database, 'there'), rows(database, 'here')]).toEqual(['put-back', 40, 0]);
  });

  test.each([3, 60])('keeps the log that came with it, where %s rows were here', async (fresh) => {
    await live(there).write(40, 'there');
    killed(there);
    const here = live();
    await here.write(fresh, 'here');
    await here.end();
    await live().write(3, 'next');
    killed();
    for (const suffix of ['', '-wal']) copyFileSync(`${there}${suffix}`, `${path}${suffix}`);
    const { kind, database } = open();
    expect([kind, rows(database, 'there')]).toEqual(['put-back', 40]);
    expect(logs()).toEqual([]);
  });
});

test('a data file of another computer is distrusted once where no log was left', async () => {
  const other = live(there);
  await other.write(40, 'there');
  await other.end();
  const here = live();
  await here.write(3, 'here');
  await here.end();
  copyFileSync(there, path);
  const kinds: string[] = [];
  for (let start = 0; start < 3; start += 1) {
    const next = live();
    kinds.push(next.kind);
    expect(rows(next.database, 'there')).toBe(40);
    await next.end();
  }
  expect(kinds).toEqual(['put-back', 'sound', 'sound']);
});

test('a data file of another computer is gone on from, however far the copy of what was here is', async () => {
  const other = live(there);
  await other.write(3, 'there');
  await other.end();
  const here = live();
  await here.write(40, 'here');
  await takeCopy(path, now);
  await here.end();
  copyFileSync(there, path);
  const { kind, database } = open();
  expect([kind, rows(database, 'there')]).toEqual(['put-back', 3]);
});

describe('a database that goes on after a kill is believed with its log', () => {
  test('where it and its mark are of a version without identities', async () => {
    const before = ofBefore(path, 5);
    for (let row = 0; row < 40; row += 1) add(before, `here ${row}`);
    killed();
    const { kind, database, write } = live();
    expect([kind, rows(database, 'here')]).toEqual(['sound', 40]);
    await write(1, 'later');
    expect(readMark(path)?.identity).toMatch(/^[0-9a-f]{32}$/);
    killed();
    expect(open().kind).toBe('sound');
  });

  test('where the mark is of a version without identities', async () => {
    await live().write(40, 'here');
    killed();
    writeFileSync(`${path}.sequence`, readFileSync(`${path}.sequence`, 'utf8').replace(/^(\d+ \d+).*/, '$1'));
    const { kind, database } = open();
    expect([kind, rows(database, 'here')]).toEqual(['sound', 40]);
  });

  test('where its identity stands in the log alone, since what the log holds could not be moved: no mark has it', async () => {
    ofBefore(path, 5).close();
    const reader = new DatabaseSync(path, { readOnly: true });
    opened.push(reader);
    reader.exec('BEGIN; SELECT * FROM settings');
    const { database, write } = live();
    await write(40, 'here');
    expect(readMark(path)).toEqual({ last: 46, atStart: 0, identity: null, salt: null, ended: null });
    // Once the log begins anew, all that was in it is in the file.
    reader.close();
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await write(40, 'later');
    expect(readMark(path)).toMatchObject({ atStart: 46, identity: expect.any(String) });
    killed();
    const answer = open();
    expect([answer.kind, rows(answer.database, 'here'), rows(answer.database, 'later')]).toEqual(['sound', 40, 40]);
  });

  test('where its identity stands in the log alone, and the app is killed then', async () => {
    ofBefore(path, 5).close();
    const reader = new DatabaseSync(path, { readOnly: true });
    opened.push(reader);
    reader.exec('BEGIN; SELECT * FROM settings');
    await live().write(40, 'here');
    killed();
    const { kind, database } = open();
    expect([kind, rows(database, 'here')]).toEqual(['sound', 40]);
  });

  test('where the file tells nothing of its identity', async () => {
    const first = live();
    first.database.exec('DELETE FROM database_identity');
    await first.end();
    await live().write(40, 'here');
    killed();
    const salt = readFileSync(`${path}-wal`).toString('hex', 16, 24);
    writeFileSync(`${path}.sequence`, `42 2 ${'0'.repeat(32)} ${salt}\n`);
    const { kind, database } = open();
    expect([kind, rows(database, 'here')]).toEqual(['sound', 40]);
  });

  test('where the mark could not be written since the start before', async () => {
    const first = live();
    await first.write(3, 'first');
    await first.end();
    mkdirSync(join(`${path}.sequence.new`, 'of somebody'), { recursive: true });
    const second = live();
    await second.write(40, 'here');
    expect(second.problems).toHaveLength(1);
    // It would say that the log belongs to nobody.
    expect(readMark(path)?.ended).toBeNull();
    killed();
    const { kind, database } = open();
    expect([kind, rows(database, 'here')]).toEqual(['sound', 40]);
  });

  test('where the mark of another database is back, as after a power cut', async () => {
    await live().write(3, 'here');
    killed();
    const stale = readFileSync(`${path}.sequence`);
    const other = live(there);
    await other.write(40, 'there');
    await other.end();
    copyFileSync(there, path);
    await live().write(40, 'since');
    killed();
    writeFileSync(`${path}.sequence`, stale);
    const { database } = open();
    expect([rows(database, 'there'), rows(database, 'since')]).toEqual([40, 40]);
    expect(logs()).toHaveLength(1);
  });

  test.each([
    ['its own version', () => live().write(40, 'here')],
    [
      'a version without identities',
      async () => {
        const before = ofBefore(path, 5);
        for (let row = 0; row < 40; row += 1) add(before, `here ${row}`);
        killed();
        open();
      },
    ],
  ])('wherever the moving of the log into a file of %s was cut off', async (_, run) => {
    await run();
    killed();
    const suffixes = ['', '-wal', '.sequence'];
    const [before = Buffer.alloc(0), ...beside] = suffixes.map((suffix) => readFileSync(`${path}${suffix}`));
    const moved = new DatabaseSync(path);
    moved.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    moved.close();
    const after = readFileSync(path);
    const pages = Array.from({ length: after.length / 4096 }, (_page, page) => page * 4096);
    const changed = pages.filter((at) => !after.subarray(at, at + 4096).equals(before.subarray(at, at + 4096)));
    expect(changed.length).toBeGreaterThan(5);
    for (const end of changed) {
      const half = Buffer.concat([before, Buffer.alloc(Math.max(0, end - before.length))]);
      for (const at of changed.filter((one) => one < end)) after.copy(half, at, at, at + 4096);
      for (const [index, content] of [half, ...beside].entries()) writeFileSync(`${path}${suffixes[index]}`, content);
      const { kind, database } = open();
      expect([kind, rows(database, 'here'), logs()]).toEqual(['sound', 40, []]);
      database.close();
    }
  });
});

test.each(['a copy', 'a backup'])('%s of the same database is distrusted once, and then the latest', async (older) => {
  const first = live();
  await first.write(3, 'first');
  await first.end();
  copyFileSync(path, join(folder, 'a backup'));
  const second = live();
  await takeCopy(path, now - 3_600_000);
  renameSync(`${path}.copy`, join(folder, 'a copy'));
  const identity = readMark(path)?.identity;
  await second.write(40, 'here');
  killed();
  copyFileSync(join(folder, older), path);
  const third = live();
  expect([third.kind, rows(third.database, 'first'), rows(third.database, 'here')]).toEqual(['put-back', 3, 0]);
  await third.write(40, 'since');
  expect(readMark(path)?.identity).toBe(identity);
  killed();
  const { kind, database } = open();
  expect([kind, rows(database, 'since')]).toEqual(['sound', 40]);
});
