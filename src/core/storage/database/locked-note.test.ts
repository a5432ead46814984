import { copyFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GroupCommit, openTrusted, SequenceMark } from '../index.ts';

/** A data folder that was left in order, whose note cannot be changed at the next start: it is locked, or its drive is gone. */

const note = vi.hoisted(() => ({ isLocked: false }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return {
    ...fs,
    writeSync: (...given: Parameters<typeof fs.writeSync>) => {
      if (note.isLocked) throw new Error('EPERM: operation not permitted, write');
      return fs.writeSync(...given);
    },
  };
});

let folder: string;
let database: DatabaseSync;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locked-note-'));
  note.isLocked = false;
  await live();
  copyFileSync(path(), join(folder, 'older'));
  await live();
  note.isLocked = true;
});
afterEach(async () => {
  if (database.isOpen) database.close();
  await rm(folder, { recursive: true, force: true });
});

const path = (): string => join(folder, 'dropslip.db');

function open(): string {
  const opened = openTrusted(path(), Date.now(), { latestInstant: () => null, distrust: () => undefined });
  if (opened.kind === 'damaged') throw new Error(opened.why);
  database = opened.database;
  return opened.kind;
}

async function live(): Promise<void> {
  open();
  const { commit } = new GroupCommit(database);
  const mark = new SequenceMark({ database, databasePath: path(), commit, onProblem: () => expect.unreachable() });
  mark.begin();
  await commit(() => database.exec('UPDATE attempt_sequence SET last = last + 5'));
  await mark.close();
  database.close();
}

test('nobody is kept from starting', () => {
  expect(open()).toBe('sound');
});

test('an older file in the place of the latest is told from it all the same', () => {
  copyFileSync(join(folder, 'older'), path());
  expect(open()).toBe('put-back');
});
