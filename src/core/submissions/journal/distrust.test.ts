import type { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { payingTokens } from '../../accounts/index.ts';
import { type Connection, unknownPaths } from '../../service/index.ts';
import { agreed, closeRigs, openRig, type Rig, type RigChanges } from '../submissions.fixture.ts';
import { distrustQueue } from './distrust.ts';

afterEach(closeRigs);

const nowhere = { address: () => 'http://127.0.0.1:9' };

/** The records are asked for by a credential that the service does not know. */
function refusedBy({ service }: Rig): Connection {
  const credentials = async () => ({ apiKey: 'another', accessToken: 'another' });
  return { baseUrl: service.url, submitBaseUrl: null, paths: unknownPaths, credentials };
}

/** What was confirmed comes back as it was in a copy of before it was sent, in this state. */
async function restoreAs(rig: Rig, state: object, then: RigChanges = {}): Promise<void> {
  const asInCopy = (database: DatabaseSync): void => {
    database
      .prepare('UPDATE submissions SET state = ?, submission_id = NULL, cost = NULL, settlement = NULL')
      .run(JSON.stringify(state));
    database.exec('DELETE FROM attempts; DELETE FROM records; DELETE FROM former_submissions');
    distrustQueue(database, new Date().toISOString(), payingTokens(database));
  };
  await rig.restart({ ...nowhere, beforeRecovery: asInCopy });
  await rig.restart(then);
}

test('a file that waits in a copy and was sent since is found in the records, and charged once', async () => {
  const rig = await openRig();
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('confirmed');
  await restoreAs(rig, { kind: 'waiting' });
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test('a file that is being sent in a copy and was answered since is found in the records, and charged once', async () => {
  const rig = await openRig();
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('confirmed');
  await restoreAs(rig, { kind: 'sending', attempt: 1 });
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test('a file that waits in a copy and was not sent since waits for the person, and goes when told to', async () => {
  const rig = await openRig(nowhere);
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('retrying');
  await restoreAs(rig, { kind: 'waiting' }, { address: (service) => service.url });
  await rig.untilAll('paused');
  expect(await rig.ledger()).toHaveLength(0);
  await rig.submissions.commands.resume(rig.all().map(({ id }) => id));
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test.each([
  { kind: 'paused', why: { kind: 'by-person' } },
  { kind: 'cancelled' },
  { kind: 'rejected', reason: { code: 'file-missing' } },
])('a file that is stopped in a copy ($kind) and was sent since is found before it goes again', async (state) => {
  const rig = await openRig();
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('confirmed');
  await restoreAs(rig, state);
  expect(rig.named('a.txt').state.kind).toBe(state.kind);
  const ids = rig.all().map(({ id }) => id);
  await (state.kind === 'paused' ? rig.submissions.commands.resume(ids) : rig.submissions.commands.retry(ids, agreed));
  await rig.untilAll('submitted', 'confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test.each([{ kind: 'paused', why: { kind: 'by-person' } }, { kind: 'cancelled' }])(
  'a file that is stopped in a copy ($kind) and was sent since is not sent again where the records are refused',
  async (state) => {
    const rig = await openRig();
    await rig.drop({ 'a.txt': 'a' });
    await rig.untilAll('confirmed');
    await restoreAs(rig, state);
    // As after a list that was read when the file had no hash yet.
    rig.database.exec(`DELETE FROM settings WHERE name LIKE 'unread-since-copy:%'`);
    await rig.restart({ connection: () => refusedBy(rig) });
    const ids = [rig.named('a.txt').id];
    await (state.kind === 'paused'
      ? rig.submissions.commands.resume(ids)
      : rig.submissions.commands.retry(ids, agreed));
    await rig.until(() => ['unsettled', 'submitted'].includes(rig.named('a.txt').state.kind));
    expect(rig.named('a.txt').state.kind).toBe('unsettled');
    expect(await rig.ledger()).toHaveLength(1);
  },
);

test('a file that nobody has read by the time of a copy is never sent by itself', async () => {
  const rig = await openRig();
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('confirmed');
  rig.database.exec('UPDATE submissions SET keccak256 = NULL, blake2b256 = NULL, sha256 = NULL');
  await restoreAs(rig, { kind: 'waiting' });
  await rig.until(() => {
    const { state } = rig.named('a.txt');
    return state.kind === 'unsettled' && state.check.kind === 'cannot-tell';
  });
  expect(await rig.ledger()).toHaveLength(1);
});

test('an account whose way to pay nobody can read keeps no file of a copy from being distrusted', async () => {
  const rig = await openRig(nowhere);
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('retrying');
  const now = new Date().toISOString();
  rig.database.exec(`UPDATE accounts SET submit_by = 'x{'`);
  distrustQueue(rig.database, now, payingTokens(rig.database));
  expect(rig.database.prepare('SELECT state_kind FROM submissions').get()).toEqual({ state_kind: 'unsettled' });
  expect(rig.database.prepare('SELECT token FROM attempts ORDER BY number DESC').get()).toEqual({ token: null });
});
