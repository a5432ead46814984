import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import { GroupCommit, openTrusted, SequenceMark, type TrustedDatabase } from '../index.ts';

export const now = Date.parse('2026-05-04T12:00:00Z');

/** For the test that runs; made anew for each. */
export let folder: string;
export let path: string;
/** Where the other computer has its data. */
export let there: string;
/** Closed after the test. */
export const opened: DatabaseSync[] = [];
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

export function open(at = path): Opened {
  const answer = openTrusted(at, now, { latestInstant: () => null, distrust: () => undefined });
  if (answer.kind === 'damaged') throw new Error(answer.why);
  opened.push(answer.database);
  return answer;
}

/** A start of the app. `write` adds so many rows, each of which advances the sequence, and notes them. */
export function live(at = path) {
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

export function add(database: DatabaseSync, name: string): void {
  database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(name, name.padEnd(700, '.'));
}

export function rows(database: DatabaseSync, what: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM settings WHERE name LIKE ?`).get(`${what} %`)?.n);
}

/** What a kill leaves of the app there. */
export function killed(at = path): void {
  const files = ['', '-wal', '.sequence'].map((suffix) => `${at}${suffix}`).filter((file) => existsSync(file));
  const left = files.map((file) => [file, readFileSync(file)] as const);
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  for (const [file, content] of left) writeFileSync(file, content);
  rmSync(`${at}-shm`, { force: true });
}

export const logs = (): readonly string[] => readdirSync(folder).filter((name) => /\.damaged-.*-wal$/.test(name));
