import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFilePath, GroupCommit, openTrusted, SequenceMark, type TrustedDatabase, takeCopy } from '../index.ts';

const now = Date.parse('2026-05-04T12:00:00Z');

let folder: string;
let path: string;
const opened: DatabaseSync[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mark-'));
  path = join(folder, 'dropslip.db');
});
afterEach(async () => {
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  await rm(folder, { recursive: true, force: true });
});

function open(at = path): TrustedDatabase {
  const answer = openTrusted(at, now, { latestInstant: () => null, distrust: () => undefined });
  if (answer.kind !== 'damaged') opened.push(answer.database);
  return answer;
}

/** A start of the app that goes on. `step` takes so many steps, and notes them. */
function live(at = path) {
  const answer = open(at);
  if (answer.kind === 'damaged') throw new Error(answer.why);
  const { database } = answer;
  const { commit } = new GroupCommit(database);
  const onProblem = (error: unknown): never => {
    throw error;
  };
  const mark = new SequenceMark({ database, databasePath: at, commit, onProblem });
  mark.begin();
  const step = async (steps: number): Promise<void> => {
    for (let taken = 0; taken < steps; taken += 1) {
      await commit(() => database.exec('UPDATE attempt_sequence SET last = last + 1'));
    }
    await mark.note();
  };
  const checkpoint = (): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return { database, step, checkpoint };
}

/** What a kill leaves in this folder. */
function killed(inFolder = folder): void {
  const names = readdirSync(inFolder).filter((name) => name.startsWith('dropslip.db'));
  const files = names.map((name) => [name, readFileSync(join(inFolder, name))] as const);
  for (const database of opened.splice(0)) if (database.isOpen) database.close();
  for (const [name, content] of files) writeFileSync(join(inFolder, name), content);
}

test('the log is none of a file’s that was copied in the same run, before an earlier log was written into it', async () => {
  const { step, checkpoint } = live();
  await step(3);
  checkpoint();
  copyFileSync(path, join(folder, 'backup'));
  await step(3);
  checkpoint();
  await step(1);
  killed();
  copyFileSync(join(folder, 'backup'), path);
  expect(open()).toMatchObject({ kind: 'put-back', why: expect.stringContaining('Its log was another') });
});

test.each([0, 1, 2])('what the same run has written is believed after %s checkpoints', async (checkpoints) => {
  const { step, checkpoint } = live();
  for (let done = 0; done < checkpoints; done += 1) {
    await step(2);
    checkpoint();
  }
  await step(2);
  killed();
  const answer = open();
  if (answer.kind !== 'sound') throw new Error(answer.kind);
  expect(answer.database.prepare('SELECT last FROM attempt_sequence').get()).toEqual({ last: 3 + 2 * checkpoints });
});

test.skipIf(process.platform === 'win32')(
  'the log of a file behind a link is none of another file’s there',
  async () => {
    const drive = join(folder, 'drive');
    mkdirSync(drive);
    live().database.close();
    renameSync(path, join(drive, 'dropslip.db'));
    rmSync(`${path}.sequence`);
    symlinkSync(join(drive, 'dropslip.db'), path);
    const at = dataFilePath(path);
    const { step } = live(at);
    await takeCopy(at, now - 3_600_000);
    await step(3);
    killed(drive);
    copyFileSync(join(drive, 'dropslip.db.copy'), join(drive, 'dropslip.db'));
    expect(open(dataFilePath(path))).toMatchObject({ kind: 'put-back', why: expect.stringContaining('Its log was') });
  },
);

test('a link that leads nowhere stays what it is, and so does a file that is none', () => {
  expect(dataFilePath(path)).toBe(path);
  if (process.platform !== 'win32') symlinkSync(join(folder, 'away', 'dropslip.db'), path);
  expect(dataFilePath(path)).toBe(path);
});
