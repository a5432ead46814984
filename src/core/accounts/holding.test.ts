import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PracticeService, startPracticeService } from '../../practice-service/index.ts';
import { Tokens } from '../balances/index.ts';
import { Digests } from '../digests/index.ts';
import { scripts as encryptionScripts } from '../encryption/encryption.fixture.ts';
import { Encryption } from '../encryption/index.ts';
import { files } from '../files/file-threads.fixture.ts';
import { closeRecordsHere, openRecordsHere } from '../records/in-process.fixture.ts';
import { closeConnections } from '../service/index.ts';
import { dropPaths } from '../submissions/drops/drop.fixture.ts';
import { Submissions } from '../submissions/index.ts';
import {
  type AccountFixture,
  addAccount,
  granted,
  jwtUntil,
  lockedKeychain,
  openFixture,
  settingsFor,
} from './accounts.fixture.ts';

const apiKey = 'canary-key-good';
const accessToken = jwtUntil(Date.UTC(2040, 0, 1));
let folder: string;
let service: PracticeService;
let fixture: AccountFixture;
let submissions: Submissions | null = null;
let now: () => number;
let digests: Digests;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-holding-'));
  service = await startPracticeService({
    dataDir: join(folder, 'service'),
    apiKey,
    accessToken,
    blockTimeSeconds: 0.1,
  });
  now = Date.now;
  fixture = await openFixture({ now: () => now() });
  digests = new Digests(new URL('../digests/digest-worker.ts', import.meta.url));
  const { accounts, database, commit, events } = fixture;
  const opened = new Submissions({
    database,
    commit,
    files,
    digests,
    encryption: new Encryption(encryptionScripts.script, encryptionScripts.digestScript, 'unused'),
    records: openRecordsHere(database, commit, { events }),
    tokens: new Tokens(database, commit, Date.now),
    accounts: accounts.connections,
    keys: null,
    isOwn: () => false,
    clock: { now: Date.now, monotonic: () => performance.now() },
    shownAccount: () => accounts.activeId(),
    events,
  });
  submissions = opened;
  events.answer('account.is-sending', ({ accountId }) => opened.isSending(accountId));
  events.answer('account.leaving', ({ accountId, kinds }) => opened.leftBehind.leave(accountId, kinds));
  events.on('account.removed', ({ accountId }) => opened.forgetAccount(accountId));
  events.on('accounts.changed', () => opened.queue.wake());
});
afterEach(async () => {
  submissions?.close();
  submissions = null;
  await Promise.all([digests.close(), closeRecordsHere()]);
  await fixture.close();
  closeConnections();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const states = (id: string) => submissions?.view(id).submissions.map(({ state }) => state.kind) ?? [];
const trouble = (id: string) => fixture.accounts.find(id)?.trouble?.kind ?? null;

async function add(secrets: { apiKey: string | null; accessToken: string | null }, byToken = false): Promise<string> {
  const changes = byToken ? ({ submitBy: { variant: 'access-token', token: 'ethereum' } } as const) : {};
  const id = await addAccount(fixture, settingsFor(service.url, changes), secrets);
  await submissions?.changeSettings(id, { askBeyondFiles: null });
  return id;
}

async function drop(accountId: string, count = 1): Promise<void> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `${accountId}-${index}.txt`));
  await Promise.all(paths.map((path) => writeFile(path, path)));
  granted(await dropPaths((submissions ?? expect.unreachable()).drops, accountId, paths));
}

const accepted = async (id: string, count: number) =>
  vi.waitFor(
    () => {
      const done = states(id).filter((kind) => kind === 'submitted' || kind === 'confirmed');
      expect(done).toHaveLength(count);
    },
    { timeout: 30_000 },
  );

describe('an account whose key the service does not accept', () => {
  test('holds its files in their place, and goes on where it stopped once the key is replaced', async () => {
    const id = await add({ apiKey: 'canary-key-wrong', accessToken });
    await drop(id, 40);
    await vi.waitFor(() => expect(trouble(id)).toBe('unauthorised'), { timeout: 30_000 });
    await vi.waitFor(() => expect(new Set(states(id))).toEqual(new Set(['waiting'])), { timeout: 30_000 });
    expect(fixture.accounts.connections.destination(id)).toBeNull();
    granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', apiKey));
    expect(trouble(id)).toBeNull();
    await accepted(id, 40);
  });

  test('does not hold another account', async () => {
    const wrong = await add({ apiKey: 'canary-key-wrong', accessToken: null });
    const right = await add({ apiKey, accessToken });
    await drop(wrong);
    await drop(right, 3);
    await accepted(right, 3);
    expect(states(wrong)).toEqual(['waiting']);
  });

  test('is not stopped anew by a refusal of the key that was replaced meanwhile', async () => {
    const id = await add({ apiKey: 'canary-key-wrong', accessToken });
    const old = fixture.accounts.connections.destination(id)?.connection;
    await fixture.accounts.changes.replaceCredential(id, 'api-key', apiKey);
    if (old !== undefined) fixture.accounts.connections.onRefused(id, 'unauthorised', old);
    expect(trouble(id)).toBeNull();
  });
});

test('an account without its credential takes files in and sends them once it is entered', async () => {
  const id = await add({ apiKey: null, accessToken });
  expect(trouble(id)).toBe('credential-missing');
  await drop(id, 2);
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', apiKey));
  await accepted(id, 2);
});

test('a token that ends warns, then holds the queue, then goes on with a new one', async () => {
  const end = Math.ceil(Date.now() / 1000) * 1000;
  now = () => end - 20;
  const id = await add({ apiKey: null, accessToken: jwtUntil(end) }, true);
  expect(trouble(id)).toBe('token-expires-soon');
  expect(fixture.accounts.connections.destination(id)).not.toBeNull();
  now = () => end;
  await fixture.nextChange();
  expect(trouble(id)).toBe('token-expired');
  expect(fixture.accounts.connections.destination(id)).toBeNull();
  await drop(id);
  granted(await fixture.accounts.changes.replaceCredential(id, 'access-token', accessToken));
  expect(trouble(id)).toBeNull();
  await accepted(id, 1);
});

test('a locked keychain holds the files; unlocked, a check is enough to go on', async () => {
  const id = await add({ apiKey, accessToken });
  fixture.keychain.failure = lockedKeychain;
  await drop(id, 2);
  await vi.waitFor(() => expect(trouble(id)).toBe('keychain'), { timeout: 30_000 });
  await vi.waitFor(() => expect(states(id)).toEqual(['waiting', 'waiting']), { timeout: 30_000 });
  fixture.keychain.failure = null;
  granted(await fixture.accounts.checks.check(id));
  expect(trouble(id)).toBeNull();
  await accepted(id, 2);
});

test('what was sent by an API key is left behind with that key, and not with an access token', async () => {
  const id = await add({ apiKey, accessToken });
  const byFormerKey = () =>
    fixture.database
      .prepare('SELECT left_behind FROM attempts')
      .all()
      .map(({ left_behind }) => left_behind);
  await drop(id);
  await accepted(id, 1);
  granted(await fixture.accounts.changes.replaceCredential(id, 'access-token', 'canary-token-other'));
  expect(byFormerKey()).toEqual([0]);
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', 'canary-key-wrong'));
  expect(byFormerKey()).toEqual([1]);
  await fixture.accounts.changes.replaceCredential(id, 'api-key', apiKey);
  await drop(id, 2);
  await accepted(id, 2);
  expect(byFormerKey()).toEqual([1, 0]);
});

test('removing an account drops its rows from the queue', async () => {
  const id = await add({ apiKey: 'canary-key-wrong', accessToken });
  await drop(id, 3);
  await vi.waitFor(() => expect(trouble(id)).toBe('unauthorised'), { timeout: 30_000 });
  await vi.waitFor(() => expect(new Set(states(id))).toEqual(new Set(['waiting'])), { timeout: 30_000 });
  granted(await fixture.accounts.changes.remove(id));
  expect(states(id)).toEqual([]);
  expect(fixture.database.prepare('SELECT count(*) AS n FROM submissions').get()).toEqual({ n: 0 });
});
