import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountStore } from './accounts/account-store.ts';
import { practiceAccount } from './accounts/practice-account.ts';
import { distrust } from './distrust.ts';
import { GroupCommit, openDatabase, openTrusted } from './storage/index.ts';

const now = Date.parse('2026-05-04T12:00:00Z');

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'distrust-'));
  path = join(folder, 'dropslip.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Changes the data file directly. */
function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Creates a database with a credential, and a mark two steps ahead of it. */
async function behindItsMark(): Promise<void> {
  const database = openDatabase(path);
  const { commit } = new GroupCommit(database);
  await new AccountStore(database, commit).add(practiceAccount, new Date(now).toISOString());
  const identity = database.prepare('SELECT id FROM database_identity').get()?.id;
  database.close();
  change(`
    INSERT INTO credentials (account_id, kind, entry) VALUES ('practice', 'api-key', 'entry');
    UPDATE attempt_sequence SET last = 5`);
  writeFileSync(`${path}.sequence`, `${identity} ${'7'.padStart(16)} ${'5'.padStart(16)}\n`);
}

/** A trigger that refuses writes as a full disk does. */
const refused = (table: string): string => `
  CREATE TRIGGER refused BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`;

test('restored data is distrusted completely after any number of failed starts', async () => {
  await behindItsMark();
  change(refused('credentials'));
  for (let start = 0; start < 4; start += 1) {
    expect(() => openTrusted(path, now, distrust)).toThrow('disk is full');
  }
  change('DROP TRIGGER refused');
  const opened = openTrusted(path, now, distrust);
  if (opened.kind !== 'restored') throw new Error(opened.kind);
  const { database } = opened;
  expect(database.prepare('SELECT unproven FROM credentials').get()).toEqual({ unproven: 1 });
  database.close();
  const again = openTrusted(path, now, distrust);
  expect(again.kind).toBe('sound');
  if (again.kind === 'sound') again.database.close();
});
