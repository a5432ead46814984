import type { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { payingTokens } from '../../../accounts/index.ts';
import { type Connection, unknownPaths } from '../../../service/index.ts';
import { answering, cleanUp } from '../../../service/scripted-server.fixture.ts';
import { distrustQueue } from '../../journal/distrust.ts';
import { closeRigs, openRig, type Rig } from '../../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

type Entry = Readonly<Record<string, unknown>>;

const olds = { old1: 'old one', old2: 'old two', old3: 'old three' };
const longer = 'a file that is longer than all that was submitted before';

/** Three files are in the copy, a fourth was paid for after it; the list is from now on what `change` makes of it. */
async function restored(change: (entries: readonly Entry[]) => readonly Entry[]) {
  let skipped = 0;
  const rig: Rig = await openRig();
  await rig.drop(olds);
  await rig.untilAll('confirmed');
  const kept = rig.all().map(({ id }) => id);
  await rig.drop({ since: 'paid for after the copy' });
  await rig.untilAll('confirmed');
  const { url, apiKey, accessToken } = rig.service;
  const { baseUrl } = await answering(async ({ method, url: path, headers: asked, body }, response) => {
    const headers = {
      authorization: asked.authorization ?? '',
      'x-api-key': apiKey,
      'content-type': 'application/json',
    };
    const passedOn = async () => {
      const sent = body.length === 0 ? {} : { body: new Uint8Array(body) };
      const answer = await fetch(`${url}${path}`, { method, headers, ...sent });
      return { answer, told: await answer.text() };
    };
    // Where a test is over, so may the service be.
    const got = await passedOn().catch(() => null);
    if (got === null) {
      response.destroy();
      return;
    }
    const { answer, told } = got;
    const changedText = answer.ok ? JSON.stringify(changed(JSON.parse(told))) : told;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(changedText);
  });
  const changed = (told: unknown): unknown => {
    if (Array.isArray(told)) return change(told);
    if (typeof told !== 'object' || told === null) return told;
    return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, changed(value)]));
  };
  const credentials: Connection['credentials'] = async () => ({ apiKey, accessToken });
  const changes = {
    isTrusted: () => false,
    monotonic: () => performance.now() + skipped,
    connection: (): Connection => ({ baseUrl, submitBaseUrl: null, paths: unknownPaths, credentials }),
  };
  const fromCopy = (database: DatabaseSync): void => {
    const others = `NOT IN (${kept.join(',')})`;
    database.exec(`DELETE FROM attempts WHERE local_id ${others}; DELETE FROM submissions WHERE id ${others};
      DELETE FROM records; DELETE FROM former_submissions`);
    distrustQueue(database, new Date().toISOString(), payingTokens(database));
  };
  await rig.restart({ ...changes, beforeRecovery: fromCopy });
  const restart = (): Promise<void> => rig.restart(changes);
  await restart();
  const later = (ms: number): void => {
    skipped += ms;
    rig.submissions.queue.wake();
  };
  return { rig, restart, later };
}

/** As long as lists may be late, in these tests. */
const LATE_MS = 60_000;

const dropAgain = (rig: Rig) => rig.drop({ again: 'paid for after the copy' });
const waits = (rig: Rig, name: string): boolean => {
  const { state } = rig.named(name);
  return state.kind === 'waiting' && state.awaits === 'records';
};
/** Nothing is sent yet, since the list may be late. */
const isLate = (rig: Rig): boolean => rig.waitingWords().includes('some minutes late');
const notes = (rig: Rig): number =>
  rig.database.prepare(`SELECT value FROM settings WHERE name LIKE 'unread-since-copy:%'`).all().length;
const isSent = (rig: Rig, name: string): boolean => ['submitted', 'confirmed'].includes(rig.named(name).state.kind);
/** What it comes to, however long that takes. */
async function end(rig: Rig, name: string, later: (ms: number) => void): Promise<string> {
  await expect
    .poll(() => {
      if (waits(rig, name)) later(20_000);
      return isSent(rig, name) || rig.named(name).state.kind === 'paused';
    })
    .toBe(true);
  const { state } = rig.named(name);
  return state.kind === 'paused' ? state.why.kind : state.kind;
}

const withHashes = (entries: readonly Entry[], hash: (entry: Entry) => unknown): Entry[] =>
  entries.map((entry) => ({ ...entry, data_hash: hash(entry) }));

test.each<[string, (entries: readonly Entry[]) => readonly Entry[]]>([
  ['is cut short', (entries) => entries.slice(-2)],
  ['is empty', () => []],
  ['has no hashes', (entries) => withHashes(entries, () => null)],
  [
    'has hashes of unknown bytes',
    (entries) => withHashes(entries, ({ id }) => `0x${String(id).replaceAll('-', '').repeat(2)}`),
  ],
  ['has two files under one id', (entries) => [...entries, ...withHashes(entries, () => entries.at(-1)?.data_hash)]],
])('a list that %s does not tell what was paid for since the copy: a person is asked', async (_, change) => {
  const { rig, restart, later } = await restored(change);
  await dropAgain(rig);
  expect(await end(rig, 'again', later)).toBe('since-copy');
  // Also of what is dropped later, by an app that was started anew.
  await restart();
  await rig.drop({ later: 'as long as the one paid' });
  expect(await end(rig, 'later', later)).toBe('since-copy');
  expect(await rig.ledger()).toHaveLength(4);
});

test('while a record since the copy has no hash yet, all files wait; its file is recognised by its hash', async () => {
  let isInBlock = false;
  let lists = 0;
  const { rig, later } = await restored((entries) => {
    lists += 1;
    return withHashes(entries, ({ data_hash, amount_data }) => (isInBlock || amount_data !== '23' ? data_hash : null));
  });
  await rig.drop({ again: 'paid for after the copy', one: `${longer}, one` });
  await rig.until(() => isLate(rig));
  later(LATE_MS);
  const before = lists;
  await expect
    .poll(() => {
      later(10_000);
      return lists;
    })
    .toBeGreaterThan(before + 1);
  expect(waits(rig, 'again') && waits(rig, 'one')).toBe(true);
  isInBlock = true;
  expect(await end(rig, 'again', later)).toBe('duplicate');
  expect(await end(rig, 'one', later)).not.toBe('since-copy');
  expect(await rig.ledger()).toHaveLength(5);
});

test('what the list shows some time after the start is recognised as well: until then nothing is sent', async () => {
  let isShown = false;
  let lists = 0;
  const { rig, later } = await restored((entries) => {
    lists += 1;
    return entries.filter(({ amount_data }) => isShown || amount_data !== '23');
  });
  await dropAgain(rig);
  await expect.poll(() => lists).toBeGreaterThan(0);
  await rig.until(() => isLate(rig) || isSent(rig, 'again'));
  expect(waits(rig, 'again')).toBe(true);
  isShown = true;
  later(LATE_MS);
  expect(await end(rig, 'again', later)).toBe('duplicate');
  expect(await rig.ledger()).toHaveLength(4);
});

test('other files that were paid for since the copy keep nothing back where the service gives BLAKE2b-256', async () => {
  const { rig, later } = await restored((entries) => entries);
  await rig.drop({ one: `${longer}, one`, same: 'as long as the one paid' });
  await rig.until(() => isLate(rig));
  later(LATE_MS);
  for (const name of ['one', 'same']) expect(await end(rig, name, later)).not.toBe('since-copy');
  expect(notes(rig)).toBe(0);
  await dropAgain(rig);
  expect(await end(rig, 'again', later)).toBe('duplicate');
  expect(await rig.ledger()).toHaveLength(6);
});
