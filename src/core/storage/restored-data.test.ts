import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  beginAnew,
  copyPathOf,
  dataFilePath,
  GroupCommit,
  isGone,
  openCopy,
  openTrusted,
  SequenceMark,
  soundCopy,
  type TrustedDatabase,
  takeCopy,
} from './index.ts';
import { readMark } from './restored-data.ts';
import { migrations } from './schema.ts';

const now = Date.parse('2026-05-04T12:00:00Z');

let folder: string;
let path: string;
/** Where another computer has its data. */
let elsewhere: string;
/** How often everything unfinished was distrusted. */
let distrusted: number;
let onDistrust: () => void;
const opened: DatabaseSync[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-'));
  path = join(folder, 'dropslip.db');
  await mkdir(join(folder, 'elsewhere'));
  elsewhere = join(folder, 'elsewhere', 'dropslip.db');
  distrusted = 0;
  onDistrust = () => undefined;
});
afterEach(async () => {
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  await rm(folder, { recursive: true, force: true });
});

function open(at = path): Exclude<TrustedDatabase, { kind: 'damaged' }> {
  const answer = tryOpen(at);
  if (answer.kind === 'damaged') throw new Error(answer.why);
  return answer;
}

function tryOpen(at = path): TrustedDatabase {
  const answer = openTrusted(at, now, () => {
    distrusted += 1;
    onDistrust();
  });
  if (answer.kind !== 'damaged') opened.push(answer.database);
  return answer;
}

/** A start of the app. `write` takes one step for each row that it adds, and notes them. */
function live(at = path) {
  const { kind, database } = open(at);
  const { commit } = new GroupCommit(database);
  const problems: unknown[] = [];
  const mark = new SequenceMark(database, at, commit, (error) => problems.push(error));
  mark.begin();
  const write = async (rows: number, what: string): Promise<void> => {
    const add = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
    for (let row = 0; row < rows; row += 1) {
      await commit(() => {
        add.run(`${what} ${row}`, what.padEnd(700, '.'));
        database.exec('UPDATE attempt_sequence SET last = last + 1');
      });
    }
    await mark.note();
  };
  const end = async (): Promise<void> => {
    await mark.close();
    database.close();
  };
  return { kind, database, mark, write, end, problems };
}

/** A whole run, in which so many rows are written. */
async function lived(rows: number, what: string, at = path): Promise<void> {
  const { write, end } = live(at);
  await write(rows, what);
  await end();
}

const rows = (database: DatabaseSync, what: string): number =>
  Number(database.prepare('SELECT count(*) AS n FROM settings WHERE name LIKE ?').get(`${what} %`)?.n);

/** Leaves what a killed app leaves. */
function kill(at = path): void {
  const files = ['', '-wal', '.sequence'].map((suffix) => `${at}${suffix}`).filter((file) => existsSync(file));
  const left = files.map((file) => [file, readFileSync(file)] as const);
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  for (const [file, content] of left) writeFileSync(file, content);
  rmSync(`${at}-shm`, { force: true });
}

const backUp = (): void => copyFileSync(path, join(folder, 'backup'));
const restoreBackup = (): void => copyFileSync(join(folder, 'backup'), path);
const logs = (): readonly string[] => readdirSync(folder).filter((name) => /\.damaged-.*-wal$/.test(name));

describe('the latest database is trusted', () => {
  test('start after start, however each run ends', async () => {
    for (let run = 0; run < 6; run += 1) {
      const { write, end } = live();
      await write(5, `run ${run}`);
      if (run % 2 === 0) await end();
      else kill();
    }
    const { kind, database } = open();
    expect([kind, rows(database, 'run'), distrusted, logs()]).toEqual(['sound', 30, 0, []]);
  });

  test('after a kill before the first step', () => {
    open();
    kill();
    expect(open().kind).toBe('sound');
  });

  test('after a kill between the first step and its note', async () => {
    const { mark, database } = live();
    database.exec('UPDATE attempt_sequence SET last = last + 3');
    expect(readMark(path)?.last).toBe(1);
    kill();
    expect(open().kind).toBe('sound');
    await mark.close();
  });

  test.each([1, 2])('with what the same run wrote after %s checkpoints', async (checkpoints) => {
    const { database, write } = live();
    for (let done = 0; done < checkpoints; done += 1) {
      await write(2, `before checkpoint ${done}`);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
    await write(2, 'last');
    kill();
    const latest = open();
    expect([latest.kind, rows(latest.database, 'last')]).toEqual(['sound', 2]);
  });

  describe('with its log if that could not be moved into the file that it went on from', () => {
    /** Another program that reads what the file was before it was distrusted. */
    const readBefore = (): void => {
      const reader = new DatabaseSync(path, { readOnly: true });
      opened.push(reader);
      reader.exec('BEGIN');
      reader.prepare('SELECT * FROM settings').all();
    };

    test('and that is a copy', async () => {
      await lived(1, 'here');
      await takeCopy(path, now);
      renameSync(copyPathOf(path), path);
      onDistrust = readBefore;
      const { kind, write } = live();
      await write(40, 'since');
      kill();
      const next = open();
      expect([kind, next.kind, rows(next.database, 'since'), logs()]).toEqual(['restored', 'sound', 40, []]);
    });

    test('and the mark of an earlier run could not be replaced', async () => {
      await lived(1, 'older');
      backUp();
      await lived(5, 'later');
      restoreBackup();
      mkdirSync(join(`${path}.sequence.new`, 'of somebody'), { recursive: true });
      onDistrust = readBefore;
      await live().write(40, 'since');
      kill();
      const { database } = open();
      expect([rows(database, 'since'), logs()]).toEqual([40, []]);
    });
  });

  test('wherever the move of its log into the file was cut off', async () => {
    await live().write(40, 'here');
    kill();
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

describe('restored data is distrusted once', () => {
  test('if it is a copy that was put in place by hand, with or without its mark', async () => {
    await lived(1, 'here');
    for (const isMarkLost of [false, true]) {
      await takeCopy(path, now - 3_600_000);
      if (isMarkLost) rmSync(`${path}.sequence`);
      renameSync(copyPathOf(path), path);
      const { kind, end } = live();
      expect(kind).toBe('restored');
      await end();
    }
    expect([open().kind, distrusted]).toEqual(['sound', 2]);
  });

  test('if it is an older file from a backup', async () => {
    await lived(1, 'first');
    backUp();
    await lived(0, 'second');
    restoreBackup();
    expect(open()).toMatchObject({ kind: 'restored', why: 'It ends at step 2, and the latest was at 3.' });
    opened.at(-1)?.close();
    await lived(0, 'third');
    await lived(0, 'fourth');
    expect(distrusted).toBe(1);
  });

  test('if a less old backup follows an older one', async () => {
    await lived(1, 'first');
    backUp();
    await lived(1, 'second');
    copyFileSync(path, join(folder, 'less old'));
    await lived(5, 'third');
    restoreBackup();
    await lived(0, 'fourth');
    copyFileSync(join(folder, 'less old'), path);
    expect(open().kind).toBe('restored');
  });

  test('if it is the file of another computer', async () => {
    await lived(40, 'there', elsewhere);
    await lived(3, 'here');
    copyFileSync(elsewhere, path);
    const kinds: string[] = [];
    for (let start = 0; start < 3; start += 1) {
      const { kind, database, end } = live();
      kinds.push(kind);
      expect(rows(database, 'there')).toBe(40);
      await end();
    }
    expect(kinds).toEqual(['restored', 'sound', 'sound']);
  });

  test.each(['', 'no mark', '7 7\n'])('if its mark is lost or unreadable (%j)', async (content) => {
    await lived(2, 'here');
    if (content === '') rmSync(`${path}.sequence`);
    else writeFileSync(`${path}.sequence`, content);
    const { kind, end } = live();
    expect(kind).toBe('restored');
    await end();
    expect(open().kind).toBe('sound');
  });

  test('again if the app is killed before it is marked', async () => {
    await lived(1, 'here');
    await takeCopy(path, now);
    renameSync(copyPathOf(path), path);
    const killed = () => {
      throw new Error('killed');
    };
    expect(() => openTrusted(path, now, killed)).toThrow('killed');
    expect(open().kind).toBe('restored');
  });

  test.each(['lost', 'emptied', 'damaged'])('if the log of a killed app is %s', async (how) => {
    await live().write(3, 'here');
    kill();
    const bytes = readFileSync(`${path}-wal`);
    if (how === 'lost') rmSync(`${path}-wal`);
    else writeFileSync(`${path}-wal`, how === 'emptied' ? '' : bytes.fill(0x5a, bytes.length / 2));
    expect(open().kind).toBe('restored');
  });
});

describe('the log of a killed app is kept aside if its file was replaced', () => {
  test.each([3, 60])('by that of another computer: none of the %s rows of here is mixed with it', async (here) => {
    await lived(40, 'there', elsewhere);
    await live().write(here, 'here');
    kill();
    copyFileSync(elsewhere, path);
    const { kind, database } = open();
    expect([kind, rows(database, 'there'), rows(database, 'here')]).toEqual(['restored', 40, 0]);
    expect(logs()).toHaveLength(1);
  });

  test.each(['a copy', 'a backup'])('by %s', async (older) => {
    await lived(1, 'older');
    backUp();
    await takeCopy(path, now - 3_600_000);
    await live().write(3, 'latest');
    kill();
    copyFileSync(older === 'a copy' ? copyPathOf(path) : join(folder, 'backup'), path);
    rmSync(copyPathOf(path));
    const answer = open();
    expect([answer.kind, rows(answer.database, 'latest'), logs().length]).toEqual(['restored', 0, 1]);
    expect(answer).toMatchObject({ why: expect.stringMatching(/dropslip\.db\.damaged-2026-05-04T12-00-00-000Z-wal$/) });
  });

  test.skipIf(process.platform === 'win32')('where the link of the data file leads', async () => {
    const drive = join(folder, 'elsewhere');
    await symlink(elsewhere, path);
    await lived(1, 'older', elsewhere);
    await takeCopy(dataFilePath(path), now - 3_600_000);
    await live(dataFilePath(path)).write(3, 'latest');
    kill(elsewhere);
    renameSync(copyPathOf(elsewhere), elsewhere);
    expect(open(dataFilePath(path))).toMatchObject({ kind: 'restored', why: expect.stringContaining('Its log was') });
    expect(readdirSync(drive).filter((name) => name.endsWith('-wal') && name.includes('damaged'))).toHaveLength(1);
  });
});

test('a link that leads nowhere stays what it is, and so does a file that is none', async () => {
  expect(dataFilePath(path)).toBe(path);
  if (process.platform !== 'win32') await symlink(join(folder, 'away', 'dropslip.db'), path);
  expect(dataFilePath(path)).toBe(path);
});

test('a database that is older than its copy is damaged: the copy has what it lacks', async () => {
  await lived(1, 'first');
  backUp();
  await lived(1, 'second');
  await takeCopy(path, now);
  restoreBackup();
  expect(tryOpen()).toMatchObject({ kind: 'damaged', why: expect.stringContaining('older than the copy') });
  expect(distrusted).toBe(0);
});

test('a copy that replaces a damaged database is distrusted no second time', async () => {
  await lived(1, 'first');
  await takeCopy(path, now);
  await lived(5, 'second');
  writeFileSync(path, '');
  const copy = soundCopy(path);
  if (copy === null) throw new Error('There is no copy.');
  openCopy(path, copy, now, () => undefined).database.close();
  await lived(0, 'third');
  expect(distrusted).toBe(0);
});

test('a mark beside a database that is gone shows that there was one', async () => {
  expect(isGone(path)).toBe(false);
  await lived(1, 'here');
  rmSync(path);
  expect(isGone(path)).toBe(true);
});

test('a new database begins without the mark of the one before', async () => {
  await lived(5, 'here');
  writeFileSync(path, '');
  beginAnew(path, now).database.close();
  expect(open().kind).toBe('sound');
});

test('after an ordinary end everything is in the file itself, and nothing in the log', async () => {
  const { mark, write } = live();
  await write(3, 'here');
  await mark.close();
  expect(statSync(`${path}-wal`).size).toBe(0);
  backUp();
  const copied = new DatabaseSync(join(folder, 'backup'));
  expect(copied.prepare('SELECT last FROM attempt_sequence').get()).toEqual({ last: 4 });
  copied.close();
});

describe.skipIf(process.platform === 'win32')('in the place of the mark', () => {
  test('a link is not written through', async () => {
    const document = join(folder, 'thesis.doc');
    writeFileSync(document, 'mine');
    await symlink(document, `${path}.sequence`);
    await symlink(document, `${path}.sequence.new`);
    await lived(1, 'here');
    expect(readFileSync(document, 'utf8')).toBe('mine');
    expect(readMark(path)?.last).toBe(2);
  });

  test('a folder keeps no start from going on, and is reported once', async () => {
    await mkdir(join(`${path}.sequence`, 'of somebody'), { recursive: true });
    const { kind, mark, write, problems } = live();
    await write(2, 'here');
    await mark.close();
    expect([kind, problems.length]).toEqual(['sound', 1]);
    expect(existsSync(join(`${path}.sequence`, 'of somebody'))).toBe(true);
  });
});

test.each(['ended', 'killed'])(
  'an older app never opens the data of a newer one that was %s, and leaves it whole',
  async (how) => {
    const { database, write, end } = live();
    database.exec(`CREATE TABLE of_later (what TEXT) STRICT; PRAGMA user_version = ${migrations.length + 1}`);
    await write(20, 'kept');
    if (how === 'ended') await end();
    else kill();
    const mark = readFileSync(`${path}.sequence`, 'utf8');
    expect(() => open()).toThrow('newer Dropslip');
    expect(readFileSync(`${path}.sequence`, 'utf8')).toBe(mark);
    const left = new DatabaseSync(path, { readOnly: true });
    expect(rows(left, 'kept')).toBe(20);
    left.close();
  },
);
