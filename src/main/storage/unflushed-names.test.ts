import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import { removeDurably, renameDurably } from './rename-durably.ts';
import { SequenceMark } from './sequence-mark.ts';
import { openTrusted } from './trusted-database.ts';

const drive = vi.hoisted(() => ({ flushesNames: true }));

/** A drive that flushes no folder, as some of the network's do: what was done there is done, and an error is said. */
vi.mock('./rename-durably.ts', async (importOriginal) => {
  const durably = await importOriginal<typeof import('./rename-durably.ts')>();
  const unflushed = <Given extends readonly unknown[]>(act: (...given: Given) => void) =>
    vi.fn((...given: Given): void => {
      act(...given);
      if (!drive.flushesNames) throw new Error('EINVAL: invalid argument, fsync');
    });
  return {
    ...durably,
    renameDurably: unflushed(durably.renameDurably),
    removeDurably: unflushed(durably.removeDurably),
  };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unflushed-'));
  drive.flushesNames = true;
  await live();
  drive.flushesNames = false;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = (): string => join(folder, 'dropslip.db');
const noted = (): Promise<string> => readFile(`${path()}.sequence`, 'utf8');

async function live(): Promise<void> {
  const databasePath = path();
  const opened = openTrusted(databasePath, Date.now(), () => undefined);
  if (opened.kind !== 'sound') throw new Error(opened.why);
  const { database } = opened;
  const onTrouble = vi.fn();
  const mark = new SequenceMark({ database, databasePath, commit: createGroupCommit(database), onTrouble });
  mark.begin();
  await mark.close();
  database.close();
  expect(onTrouble).not.toHaveBeenCalled();
}

test('a data folder on a drive that flushes no folder opens each time, and nothing is said to be flushed there', async () => {
  expect(await noted()).toContain('closed');
  for (let turn = 0; turn < 3; turn += 1) {
    await live();
    expect(await noted()).not.toContain('closed');
  }
});

test('a note that can be neither changed nor taken away keeps nobody from starting', async () => {
  vi.mocked(renameDurably).mockImplementation(() => {
    throw new Error('EPERM: operation not permitted, rename');
  });
  vi.mocked(removeDurably).mockImplementation(() => {
    throw new Error('EPERM: operation not permitted, unlink');
  });
  await expect(live()).resolves.toBeUndefined();
});
