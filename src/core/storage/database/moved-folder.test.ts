import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GroupCommit, openTrusted, SequenceMark } from '../index.ts';

/** A data file that is put in another's place together with its note, as who moves or restores a folder does. */

const now = Date.parse('2026-05-04T12:00:00Z');
let folder: string;
const opened: DatabaseSync[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moved-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  await rm(folder, { recursive: true, force: true });
});

const path = (): string => join(folder, 'dropslip.db');
const logs = (): readonly string[] => readdirSync(folder).filter((name) => /\.damaged-.*-wal$/.test(name));

function open(): { readonly kind: string; readonly database: DatabaseSync } {
  const answer = openTrusted(path(), now, { latestInstant: () => null, distrust: () => undefined });
  if (answer.kind === 'damaged') throw new Error(answer.why);
  opened.push(answer.database);
  return answer;
}

/** A start of the app, in which so many rows are written. */
async function live(rows: number, what: string) {
  const { kind, database } = open();
  const { commit } = new GroupCommit(database);
  const mark = new SequenceMark({ database, databasePath: path(), commit, onProblem: () => undefined });
  mark.begin();
  const write = (count: number, named: string): Promise<void> =>
    commit(() => {
      const add = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
      for (let row = 0; row < count; row += 1) add.run(`${named} ${row}`, named.padEnd(700, '.'));
      database.exec(`UPDATE attempt_sequence SET last = last + ${count}`);
    });
  await write(rows, what);
  await mark.note();
  return { kind, database, mark, write };
}

async function liveToItsEnd(rows: number, what: string): Promise<void> {
  const { database, mark } = await live(rows, what);
  await mark.close();
  database.close();
}

const rowsOf = (database: DatabaseSync, what: string): number =>
  Number(database.prepare('SELECT count(*) AS n FROM settings WHERE name LIKE ?').get(`${what} %`)?.n);

/** What a kill leaves. */
function killed(): void {
  const files = ['', '-wal', '.sequence'].map((suffix) => `${path()}${suffix}`).filter((file) => existsSync(file));
  const left = files.map((file) => [file, readFileSync(file)] as const);
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  for (const [file, content] of left) writeFileSync(file, content);
  rmSync(`${path()}-shm`, { force: true });
}

/** Keeps file and note, or what else there is, and gives the way to put them back. */
function kept(suffixes: readonly string[] = ['', '.sequence']): () => void {
  const contents = suffixes.map((suffix) => [suffix, readFileSync(`${path()}${suffix}`)] as const);
  return () => {
    for (const [suffix, content] of contents) writeFileSync(`${path()}${suffix}`, content);
  };
}

describe('in the place of one whose app was killed', () => {
  test.each([
    [6, 60],
    [21, 60],
    [90, 3],
    [0, 10],
  ])(
    '%s rows of another computer are what they were: none of the %s of here is mixed with them',
    async (there, here) => {
      await liveToItsEnd(there, 'there');
      const putBack = kept();
      for (const suffix of ['', '.sequence']) rmSync(`${path()}${suffix}`);
      await live(here, 'here');
      killed();
      putBack();
      const { kind, database } = open();
      expect([kind, rowsOf(database, 'there'), rowsOf(database, 'here')]).toEqual(['sound', there, 0]);
      expect(database.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' });
      expect(logs()).toHaveLength(1);
    },
  );

  test('a backup of this computer’s own is what it was', async () => {
    await liveToItsEnd(21, 'before');
    const putBack = kept();
    await liveToItsEnd(20, 'later');
    await live(4, 'last');
    killed();
    putBack();
    const { database } = open();
    expect(['before', 'later', 'last'].map((what) => rowsOf(database, what))).toEqual([21, 0, 0]);
    expect(logs()).toHaveLength(1);
  });
});

describe('a log that came along with its file, in the place of one that had ended,', () => {
  // What was only looked at has gone as many steps from the same backup as the start of the other computer.
  test.each([0, 1, 2])('is gone on from where the file is this computer’s own, and %s rows ahead', async (here) => {
    await liveToItsEnd(5, 'before');
    const putBack = kept();
    await live(40, 'there');
    killed();
    const bring = kept(['', '-wal']);
    for (const suffix of ['-wal', '.sequence']) rmSync(`${path()}${suffix}`);
    putBack();
    await liveToItsEnd(here, 'here');
    bring();
    const { kind, database } = open();
    expect([kind, rowsOf(database, 'before'), rowsOf(database, 'there')]).toEqual(['sound', 5, 40]);
    expect(logs()).toHaveLength(0);
  });

  test('is gone on from where the file is another computer’s', async () => {
    await live(40, 'there');
    killed();
    const bring = kept(['', '-wal']);
    for (const suffix of ['', '-wal', '.sequence']) rmSync(`${path()}${suffix}`);
    await liveToItsEnd(3, 'here');
    bring();
    const { kind, database } = open();
    expect([kind, rowsOf(database, 'there'), logs().length]).toEqual(['put-back', 40, 0]);
  });
});

describe('a log is the file’s own', () => {
  test('where something was written after all behind the last note', async () => {
    const { mark, write } = await live(3, 'noted');
    await mark.close();
    await write(2, 'late');
    killed();
    const { kind, database } = open();
    expect([kind, rowsOf(database, 'late'), logs().length]).toEqual(['sound', 2, 0]);
  });

  test('where a start was killed before it could note anything', async () => {
    await liveToItsEnd(3, 'noted');
    const { database } = open();
    database.exec(`INSERT INTO settings (name, value) VALUES ('start 0', '')`);
    killed();
    const next = open();
    expect([next.kind, rowsOf(next.database, 'start'), logs().length]).toEqual(['sound', 1, 0]);
  });

  test('after any number of ends and kills in turn', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { kind, mark, database } = await live(5, `turn ${turn}`);
      expect(kind).toBe('sound');
      if (turn % 2 === 0) {
        await mark.close();
        database.close();
      } else killed();
    }
    const { database } = open();
    expect([rowsOf(database, 'turn'), logs().length]).toEqual([30, 0]);
  });
});
