import type { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { payingTokens } from '../../../accounts/index.ts';
import { type Connection, unknownPaths } from '../../../service/index.ts';
import { answering, cleanUp } from '../../../service/scripted-server.fixture.ts';
import { distrustQueue } from '../../journal/distrust.ts';
import { closeRigs, openRig, type Rig, type RigChanges } from '../../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

/** Goes on from a copy of before anything was dropped. */
const fromCopy = (database: DatabaseSync): void => {
  database.exec('DELETE FROM attempts; DELETE FROM submissions; DELETE FROM records; DELETE FROM former_submissions');
  distrustQueue(database, new Date().toISOString(), payingTokens(database));
};

/** A file was paid for, and then the app has to go on from a copy that knows nothing of it. */
async function restored(changes: RigChanges = {}): Promise<Rig> {
  const rig = await openRig();
  await rig.drop({ paid: 'content' });
  await rig.untilAll('confirmed');
  await rig.restart({ address: () => 'http://127.0.0.1:9', beforeRecovery: fromCopy });
  await rig.restart(changes);
  return rig;
}

const waitsForRecords = (rig: Rig, name: string): boolean => {
  const { state } = rig.named(name);
  return state.kind === 'waiting' && state.awaits === 'records';
};

test('what was paid for since a copy is recognised when it is dropped at once after the restore, and not paid for again', async () => {
  const rig = await restored();
  await rig.drop({ again: 'content', other: 'other content' });
  await rig.until(() => rig.all().every(({ state }) => ['confirmed', 'paused'].includes(state.kind)));
  expect(rig.named('again').state).toMatchObject({ kind: 'paused', why: { kind: 'duplicate', of: { localId: 0 } } });
  expect(rig.named('other').state.kind).toBe('confirmed');
  expect(await rig.ledger()).toHaveLength(2);
});

test('while the records cannot be read nothing is sent: each row says what it waits for, and can be paused and cancelled', async () => {
  let skipped = 0;
  let isReachable = false;
  const reading = (service: Rig['service']): Connection => ({
    baseUrl: service.url,
    submitBaseUrl: null,
    paths: unknownPaths,
    credentials: async () => ({ apiKey: service.apiKey, accessToken: service.accessToken }),
  });
  const changes: RigChanges = {
    monotonic: () => performance.now() + skipped,
    connection: () => (isReachable ? reading(rig.service) : null),
  };
  const rig: Rig = await restored(changes);
  await rig.drop({ again: 'content', stopped: 'one', held: 'two', fresh: 'three' });
  await rig.until(() => rig.all().every(({ name }) => waitsForRecords(rig, name)));
  expect(rig.waitingWords()).toContain('reads the service’s records');
  await rig.submissions.commands.cancel([rig.named('stopped').id]);
  await rig.submissions.commands.pause([rig.named('held').id]);
  // Also by an app that was started anew meanwhile.
  await rig.restart(changes);
  await rig.until(() => waitsForRecords(rig, 'fresh'));
  expect(await rig.ledger()).toHaveLength(1);
  isReachable = true;
  skipped += 60_000;
  rig.submissions.queue.wake();
  await rig.until(() => rig.named('fresh').state.kind === 'confirmed' && rig.named('again').state.kind === 'paused');
  expect(rig.named('stopped').state.kind).toBe('cancelled');
  expect(rig.named('held').state).toEqual({ kind: 'paused', why: { kind: 'by-person' } });
  expect(await rig.ledger()).toHaveLength(2);
});

test('where no records can be had a person is asked, once for the account', async () => {
  const { baseUrl } = await answering((_request, response) => void response.writeHead(404).end());
  const credentials = async () => ({ apiKey: 'key', accessToken: null });
  const rig = await restored({
    connection: () => ({ baseUrl, submitBaseUrl: null, paths: unknownPaths, credentials }),
  });
  await rig.drop({ one: 'one', two: 'two' });
  await rig.untilAll('paused');
  expect(rig.all().map(({ state }) => state)).toEqual([
    { kind: 'paused', why: { kind: 'since-copy' } },
    { kind: 'paused', why: { kind: 'since-copy' } },
  ]);
  // What waits for something else is not what they said yes to.
  await rig.submissions.commands.resume([rig.named('one').id], 'by-person');
  expect(rig.named('one').state.kind).toBe('paused');
  await rig.submissions.commands.resume([rig.named('one').id], 'since-copy');
  await rig.until(() => rig.named('one').state.kind === 'submitted');
  expect(rig.named('two').state.kind).toBe('paused');
  await rig.drop({ three: 'three' });
  await rig.until(() => rig.named('three').state.kind === 'submitted');
  expect(await rig.ledger()).toHaveLength(3);
});
