import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountStore } from '../accounts/account-store.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { mostKept } from './account-records.ts';
import { LoadedAccounts } from './loaded-accounts.ts';
import { OwnFiles } from './own-files.ts';
import { RecordStore } from './record-store.ts';
import { accountId, ownFileQueries, recordOf } from './records.fixture.ts';

const KEPT = 2_500;
const SAME_ID = 1_200;

let folder: string;
let database: DatabaseSync;
let store: RecordStore;
let accounts: LoadedAccounts;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loaded-'));
  database = openDatabase(join(folder, 'dropslip.db'));
  const { commit } = new GroupCommit(database);
  await new AccountStore(database, commit).add(practiceAccount, new Date().toISOString());
  store = new RecordStore(
    database,
    commit,
    () => undefined,
    () => undefined,
  );
  const kept = Array.from({ length: KEPT }, (_, number) => recordOf(`id ${number}`));
  await store.put(accountId, kept);
  const other = database.prepare('INSERT INTO same_id_records (account_id, id, number, record) VALUES (?, ?, ?, ?)');
  for (let number = 1; number <= SAME_ID; number += 1) {
    const id = `id ${number % 2}`;
    other.run(accountId, id, number, JSON.stringify(recordOf(id, { fees: String(number) })));
  }
  accounts = new LoadedAccounts(store, new OwnFiles(database, ownFileQueries), mostKept);
});
afterEach(async () => {
  store.close();
  database.close();
  await rm(folder, { recursive: true, force: true });
});

test('what is read ahead in pieces is what is read at once', async () => {
  const loading = accounts.load(accountId);
  expect(accounts.has(accountId)).toBe(false);
  await loading;
  expect(accounts.has(accountId)).toBe(true);
  const ahead = accounts.open(accountId).records;
  accounts.drop(accountId);
  const atOnce = accounts.open(accountId).records;
  expect(atOnce.size).toBe(KEPT + SAME_ID);
  expect(ahead.entries()).toEqual(atOnce.entries());
  expect(ahead.otherCount('id 1')).toBe(SAME_ID / 2);
});

test('who asks while it is read has all of it, and what is put meanwhile is neither missing nor twice', async () => {
  const loading = accounts.load(accountId);
  // Before and behind what has been read so far.
  const put = [recordOf('id 0', { fees: '7' }), recordOf('a'), recordOf('zz')];
  await store.put(accountId, put);
  const account = accounts.known(accountId);
  account?.records.mergeSome(put);
  await loading;
  expect(accounts.open(accountId)).toBe(account);
  expect(account?.records.size).toBe(KEPT + SAME_ID + 2);
  expect(account?.records.withId('id 0')[0]?.record.fees).toBe('7');
});

test('an account that is taken away while it is read stays away', async () => {
  const loading = accounts.load(accountId);
  accounts.drop(accountId);
  await loading;
  expect(accounts.has(accountId)).toBe(false);
  expect(accounts.known(accountId)).toBeUndefined();
});

test('a reading that fails begins anew: it never seems to be at its end', async () => {
  const files = new OwnFiles(database, ownFileQueries);
  let isFailing = true;
  files.withReceipt = (_account, id) => {
    if (isFailing && id === 'id 999') throw new Error('The disk is away.');
    return null;
  };
  const failing = new LoadedAccounts(store, files, mostKept);
  await expect(failing.load(accountId)).rejects.toThrow('away');
  expect(() => failing.open(accountId)).toThrow('away');
  isFailing = false;
  expect(failing.open(accountId).records.size).toBe(KEPT + SAME_ID);
});
