import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountStore } from './accounts/account-store.ts';
import { practiceAccount } from './accounts/practice-account.ts';
import { closeBalancesRigs, openBalancesRig } from './balances/balances.fixture.ts';
import { asked, connectionOf, ended, serve } from './deposits/deposits.fixture.ts';
import { GroupCommit, openDatabase } from './storage/index.ts';
import { accountId, closeRigs, openRig } from './submissions/submissions.fixture.ts';

/** The sequence shows if a data file has lost its log. So every write whose loss could cost money must advance it. */
const lastSequence = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT last FROM attempt_sequence').get()?.last);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sequence-'));
});
afterEach(async () => {
  await closeRigs();
  await closeBalancesRigs();
  await rm(folder, { recursive: true, force: true });
});

test('the start and the end of a deposit advance the sequence', async () => {
  const rig = await openBalancesRig({ connection: connectionOf(await serve()) });
  const before = lastSequence(rig.database);
  await rig.deposits.register(asked(5n));
  await ended(rig);
  expect(lastSequence(rig.database)).toBeGreaterThanOrEqual(before + 2);
});

test.each(['cancel', 'pause'] as const)('the user’s %s advances the sequence', async (how) => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('retrying');
  await rig.written();
  const before = lastSequence(rig.database);
  await rig.submissions.commands[how](rig.all().map(({ id }) => id));
  expect(lastSequence(rig.database)).toBeGreaterThan(before);
});

test('a spending limit advances the sequence', async () => {
  const rig = await openRig();
  const before = lastSequence(rig.database);
  await rig.submissions.changeSettings(accountId, { atOnce: 'automatic', spendingLimit: { amount: '5', token: null } });
  expect(lastSequence(rig.database)).toBe(before + 1);
});

test('a change of an account advances the sequence', async () => {
  const database = openDatabase(join(folder, 'dropslip.db'));
  const before = lastSequence(database);
  await new AccountStore(database, new GroupCommit(database).commit).add(practiceAccount, new Date().toISOString());
  expect(lastSequence(database)).toBeGreaterThan(before);
  database.close();
});
