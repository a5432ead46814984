import type { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { payingTokens } from '../../accounts/index.ts';
import type { Connection } from '../../service/index.ts';
import { agreed, closeRigs, openRig, type Rig, type RigChanges } from '../submissions.fixture.ts';
import { distrustQueue } from './restored.ts';

afterEach(closeRigs);

const nowhere = { address: () => 'http://127.0.0.1:9' };

/** The credential for reading records is not known to the service. */
function refusedBy({ service }: Rig): Connection {
  const credentials = async () => ({ apiKey: 'another', accessToken: 'another' });
  return { baseUrl: service.url, submitBaseUrl: null, credentials };
}

/** Restores a copy from before the submission, with the confirmed row in this state. */
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

test('a file that a copy shows as being sent is found in the records, and charged once', async () => {
  const rig = await openRig();
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('confirmed');
  await restoreAs(rig, { kind: 'sending', attempt: 1 });
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test('a file that waits in a copy and was not sent since is sent once the user approves it', async () => {
  const rig = await openRig(nowhere);
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('retrying');
  await restoreAs(rig, { kind: 'waiting' }, { address: (service) => service.url });
  await rig.untilAll('paused');
  expect(await rig.ledger()).toHaveLength(0);
  await rig.submissions.commands.resume([rig.named('a.txt').id], 'since-copy');
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test.each([
  { kind: 'paused', why: { kind: 'by-user' } },
  { kind: 'cancelled' },
  { kind: 'rejected', reason: { code: 'file-missing' } },
])('a stopped file of a copy ($kind) that was sent since is found before a resend', async (state) => {
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

test.each([{ kind: 'paused', why: { kind: 'by-user' } }, { kind: 'cancelled' }])(
  'a stopped file of a copy ($kind) sent since is not resent if the records are refused',
  async (state) => {
    const rig = await openRig();
    await rig.drop({ 'a.txt': 'a' });
    await rig.untilAll('confirmed');
    await restoreAs(rig, state);
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

test('a file that was not read before the copy is never sent automatically', async () => {
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

test('files of a copy are distrusted also if their account’s payment is unreadable', async () => {
  const rig = await openRig(nowhere);
  await rig.drop({ 'a.txt': 'a' });
  await rig.untilAll('retrying');
  const now = new Date().toISOString();
  rig.database.exec(`UPDATE accounts SET submit_by = 'x{'`);
  distrustQueue(rig.database, now, payingTokens(rig.database));
  expect(rig.database.prepare('SELECT state_kind FROM submissions').get()).toEqual({ state_kind: 'unsettled' });
  expect(rig.database.prepare('SELECT token FROM attempts ORDER BY number DESC').get()).toEqual({ token: null });
});

/** Submits a file, and then restores a copy without it. */
async function restoredWithout(): Promise<Rig> {
  const rig = await openRig();
  await rig.drop({ paid: 'content' });
  await rig.untilAll('confirmed');
  const fromCopy = (database: DatabaseSync): void => {
    database.exec('DELETE FROM attempts; DELETE FROM submissions; DELETE FROM records; DELETE FROM former_submissions');
    distrustQueue(database, new Date().toISOString(), payingTokens(database));
  };
  await rig.restart({ ...nowhere, beforeRecovery: fromCopy });
  await rig.restart();
  return rig;
}

test('after a restore nothing new is sent before the user approves it, once for the account', async () => {
  const rig = await restoredWithout();
  await rig.drop({ one: 'one', two: 'two' });
  await rig.untilAll('paused');
  await rig.restart();
  expect(rig.all().map(({ state }) => state)).toEqual([
    { kind: 'paused', why: { kind: 'since-copy' } },
    { kind: 'paused', why: { kind: 'since-copy' } },
  ]);
  await rig.submissions.commands.resume([rig.named('one').id], 'by-user');
  expect(rig.named('one').state.kind).toBe('paused');
  await rig.submissions.commands.resume([rig.named('one').id], 'since-copy');
  await rig.until(() => rig.named('one').state.kind === 'confirmed');
  await rig.drop({ three: 'three' });
  await rig.until(() => rig.named('three').state.kind === 'confirmed');
  expect(rig.named('two').state.kind).toBe('paused');
  expect(await rig.ledger()).toHaveLength(3);
});

test('after the approval a file that was submitted since the copy is recognised by its hash', async () => {
  const rig = await restoredWithout();
  await rig.drop({ again: 'content' });
  await rig.untilAll('paused');
  await rig.submissions.commands.resume([rig.named('again').id], 'since-copy');
  await rig.until(() => {
    const { state } = rig.named('again');
    return state.kind === 'paused' && state.why.kind === 'duplicate';
  });
  expect(await rig.ledger()).toHaveLength(1);
});
