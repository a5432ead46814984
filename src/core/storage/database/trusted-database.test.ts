import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { latestInstant } from '../../submissions/index.ts';
import { TAKEN_AT } from '../copies/database-copy.ts';
import {
  beginAnew,
  copyPathOf,
  GroupCommit,
  isGone,
  openCopy,
  openTrusted,
  SequenceMark,
  soundCopy,
  type TrustedDatabase,
  takeCopy,
} from '../index.ts';

const now = Date.parse('2026-05-04T12:00:00Z');
const hourAgo = now - 3_600_000;

let folder: string;
let path: string;
let marked: string;
/** The instants between which what waits was not believed, once for each time. */
let distrusted: string[][];
const opened: DatabaseSync[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trusted-'));
  path = join(folder, 'dropslip.db');
  marked = `${path}.sequence`;
  distrusted = [];
});
afterEach(async () => {
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  await rm(folder, { recursive: true, force: true });
});

function open(): TrustedDatabase {
  const answer = openTrusted(path, now, {
    latestInstant,
    distrust: (_database, ...instants) => distrusted.push(instants),
  });
  if (answer.kind !== 'damaged') opened.push(answer.database);
  return answer;
}

/** A start of the app, in which so many attempts are begun. `ended`: as an app ends, of which connections may be left. */
async function live(attempts: number, end: 'closed' | 'ended' | 'goes on' = 'closed'): Promise<DatabaseSync> {
  const answer = open();
  if (answer.kind === 'damaged') throw new Error(answer.why);
  const { database } = answer;
  const { commit } = new GroupCommit(database);
  const mark = new SequenceMark({ database, databasePath: path, commit, onProblem: unexpected });
  mark.begin();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await commit(() => database.exec('UPDATE attempt_sequence SET last = last + 1'));
  }
  await mark.note();
  if (end === 'goes on') return database;
  await mark.close();
  if (end === 'closed') database.close();
  return database;
}

const unexpected = (error: unknown): never => {
  throw error;
};

/** What a kill leaves, put in the place of a folder of its own. */
function killed(): void {
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
}

test('a database that is the latest is believed, start after start', async () => {
  for (let start = 0; start < 3; start += 1) await live(3);
  expect(open().kind).toBe('sound');
  expect(distrusted).toEqual([]);
});

test('a copy that was put in place by hand is distrusted from when it was taken, and then is no copy any more', async () => {
  await live(1);
  await takeCopy(path, hourAgo);
  renameSync(copyPathOf(path), path);
  expect((await live(1)).isOpen).toBe(false);
  expect(distrusted).toEqual([['2026-05-04T11:00:00.000Z', '2026-05-04T12:00:00.000Z']]);
  expect(open().kind).toBe('sound');
});

test('a copy that was put in place by hand is distrusted where nothing was begun since, and without a mark', async () => {
  await live(1);
  await takeCopy(path, hourAgo);
  await rm(marked);
  renameSync(copyPathOf(path), path);
  expect(open().kind).toBe('put-back');
});

test('what was distrusted is distrusted again when the start was killed before it could go on', async () => {
  await live(1);
  await takeCopy(path, hourAgo);
  renameSync(copyPathOf(path), path);
  expect(() =>
    openTrusted(path, now, {
      latestInstant,
      distrust: () => {
        throw new Error('killed');
      },
    }),
  ).toThrow('killed');
  expect(open().kind).toBe('put-back');
});

test('an older database from a backup is distrusted once', async () => {
  await live(1);
  copyFileSync(path, join(folder, 'backup'));
  await live(1);
  copyFileSync(join(folder, 'backup'), path);
  expect(open()).toMatchObject({ kind: 'put-back', why: 'It ends at step 2, and the latest was at 4.' });
  opened.at(-1)?.close();
  await live(0);
  await live(0);
  expect(distrusted).toHaveLength(1);
});

test('an older database is noticed after a start in which nothing was begun', async () => {
  await live(1);
  copyFileSync(path, join(folder, 'backup'));
  await live(0);
  copyFileSync(join(folder, 'backup'), path);
  expect(open().kind).toBe('put-back');
});

test('an older database than its copy is not gone on from, which would cost what the copy alone has', async () => {
  await live(1);
  copyFileSync(path, join(folder, 'backup'));
  await live(1);
  await takeCopy(path, hourAgo);
  await rm(marked);
  copyFileSync(join(folder, 'backup'), path);
  expect(open()).toMatchObject({ kind: 'damaged', why: expect.stringContaining('older than the copy') });
  expect(distrusted).toEqual([]);
  // What is no copy of Dropslip's own could not take its place.
  const copy = new DatabaseSync(copyPathOf(path));
  copy.exec(`DELETE FROM settings WHERE name = '${TAKEN_AT}'`);
  copy.close();
  expect(open().kind).toBe('put-back');
});

test('the latest instant in an older database is when it is distrusted from, and never one to come', async () => {
  const database = await live(0, 'goes on');
  const addedAt = '2026-05-04T10:00:00.000Z';
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, found, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '{}', '${addedAt}')`,
  );
  const add = database.prepare(
    `INSERT INTO submissions (account_id, path, name, added_at, state, batch) VALUES ('a', '/a', 'a', ?, '{"kind":"waiting"}', 1)`,
  );
  add.run(addedAt);
  database.close();
  for (const wrongly of ['2026-05-04T10:00:00.000Z', '2036-05-04T10:00:00.000Z']) {
    const before = open();
    if (before.kind === 'damaged') throw new Error(before.why);
    before.database.exec(`UPDATE submissions SET added_at = '${wrongly}'`);
    before.database.close();
    copyFileSync(path, join(folder, 'backup'));
    await live(1);
    copyFileSync(join(folder, 'backup'), path);
    open();
    opened.at(-1)?.close();
  }
  expect(distrusted.map(([from]) => from)).toEqual([addedAt, new Date(now).toISOString()]);
});

test.each(['', 'no mark', '99999999999999999999 1\n', '-5 1\n', `${'9'.repeat(100)} 1\n`])(
  'a mark that is lost or nothing of the kind (%j) raises no alarm, and is made anew',
  async (content) => {
    await live(2);
    writeFileSync(marked, content);
    await live(2);
    expect(distrusted).toEqual([]);
    expect(readFileSync(marked, 'utf8')).toMatch(/^6 4 [0-9a-f]{32} [0-9a-f]{16} ended [0-9a-f]{16}\n$/);
  },
);

test('a mark beside a database that is gone tells it from one that never was', async () => {
  expect(isGone(path)).toBe(false);
  await live(1);
  await rm(path);
  expect(isGone(path)).toBe(true);
});

test('to begin anew is to begin without the mark of what was before', async () => {
  await live(5);
  writeFileSync(path, '');
  beginAnew(path, now).database.close();
  expect(open().kind).toBe('sound');
});

test('a copy that takes the place of a damaged database is distrusted no second time', async () => {
  await live(1);
  await takeCopy(path, hourAgo);
  await live(5);
  writeFileSync(path, '');
  const copy = soundCopy(path);
  if (copy === null) throw new Error('There is no copy.');
  openCopy(path, copy, now, () => undefined).database.close();
  await live(0);
  await live(0);
  expect(distrusted).toEqual([]);
});

test('after an ordinary end everything is in the file itself, and none of it in the log', async () => {
  const database = await live(3, 'ended');
  expect(statSync(`${path}-wal`).size).toBe(0);
  const alone = join(folder, 'alone.db');
  copyFileSync(path, alone);
  database.close();
  const copied = new DatabaseSync(alone);
  expect(copied.prepare('SELECT last FROM attempt_sequence').get()).toEqual({ last: 4 });
  copied.close();
});

describe('the log that a killed app has left', () => {
  test.each(['lost', 'emptied', 'damaged'])('is missed where it is %s', async (how) => {
    await live(3, 'goes on');
    killed();
    const bytes = readFileSync(`${path}-wal`);
    if (how === 'lost') await rm(`${path}-wal`);
    else writeFileSync(`${path}-wal`, how === 'emptied' ? '' : bytes.fill(0x5a, bytes.length / 2));
    await rm(`${path}-shm`, { force: true });
    expect(open().kind).toBe('put-back');
  });

  test('is part of the database that it belongs to', async () => {
    await live(1);
    await live(3, 'goes on');
    killed();
    expect((await live(0, 'goes on')).prepare('SELECT last FROM attempt_sequence').get()).toEqual({ last: 7 });
    expect(distrusted).toEqual([]);
  });

  test.each(['a copy', 'a backup'])('is none of an older database’s that has taken its place: %s', async (older) => {
    const first = await live(1, 'goes on');
    first.exec(`INSERT INTO settings (name, value) VALUES ('which', 'older')`);
    first.close();
    copyFileSync(path, join(folder, 'backup'));
    await takeCopy(path, hourAgo);
    const latest = await live(3, 'goes on');
    latest.exec(`UPDATE settings SET value = 'latest' WHERE name = 'which'`);
    killed();
    copyFileSync(older === 'a copy' ? copyPathOf(path) : join(folder, 'backup'), path);
    const answer = open();
    if (answer.kind !== 'put-back') throw new Error(answer.kind);
    expect(answer.database.prepare(`SELECT value FROM settings WHERE name = 'which'`).get()).toEqual({
      value: 'older',
    });
    const log = /dropslip\.db\.damaged-2026-05-04T12-00-00-000Z-wal$/;
    expect(answer.why).toMatch(log);
    expect(readdirSync(folder).filter((name) => log.test(name))).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('what has the name of the mark and is none', () => {
  test('is not written through where it is a link', async () => {
    const document = join(folder, 'thesis.doc');
    writeFileSync(document, 'mine');
    await symlink(document, marked);
    await symlink(document, `${marked}.new`);
    await live(1);
    expect(readFileSync(document, 'utf8')).toBe('mine');
    expect(readFileSync(marked, 'utf8')).toMatch(/^2 1 /);
  });

  test('keeps no start from going on where it is a folder, which is told once', async () => {
    await mkdir(join(marked, 'of somebody'), { recursive: true });
    const answer = open();
    if (answer.kind !== 'sound') throw new Error(answer.kind);
    const problems: unknown[] = [];
    const { commit } = new GroupCommit(answer.database);
    const parts = { database: answer.database, databasePath: path, commit };
    const mark = new SequenceMark({ ...parts, onProblem: (error) => problems.push(error) });
    mark.begin();
    await mark.note();
    await mark.close();
    expect(problems).toHaveLength(1);
    expect(existsSync(join(marked, 'of somebody'))).toBe(true);
  });
});
