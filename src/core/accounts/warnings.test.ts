import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tokens } from '../balances/index.ts';
import { Digests } from '../digests/index.ts';
import { scripts as encryptionScripts } from '../encryption/encryption.fixture.ts';
import { Encryption } from '../encryption/index.ts';
import { files } from '../files/file-threads.fixture.ts';
import { closeRecordsHere, openRecordsHere } from '../records/in-process.fixture.ts';
import { getSubmissionInfo } from '../service/index.ts';
import { answering, cleanUp, json } from '../service/scripted-server.fixture.ts';
import { dropPaths } from '../submissions/drops/drop.fixture.ts';
import { Submissions } from '../submissions/index.ts';
import { type AccountFixture, addAccount, granted, openFixture, settingsFor } from './accounts.fixture.ts';

const apiKey = 'canary-key-Zp8Lr3Vw6Tn1Kx9';
const newKey = 'canary-key-Qd4Hs7Bm2Yc5Gf0';
const accessToken = 'canary-token-Uj3Ek8Wo5Ri1Pa';
let folder: string;
let fixture: AccountFixture;
let baseUrl: string;
let given: string;
let posts: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-echoing-'));
  fixture = await openFixture();
  given = '';
  posts = 0;
  // Whatever is asked, it answers with the key that it was given last.
  ({ baseUrl } = await answering(({ method, headers }, response) => {
    given = String(headers['x-api-key'] ?? given);
    if (method === 'POST') posts += 1;
    const id = given === newKey ? 'id-1' : given;
    json(response, 200, { submission_id: id, id });
  }));
});
afterEach(async () => {
  await fixture.close();
  await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

const shown = (id: string) => fixture.accounts.find(id)?.trouble ?? null;
const add = () => addAccount(fixture, settingsFor(baseUrl), { apiKey, accessToken });

/** An answer that holds a secret, to a question that costs nothing. */
async function beEchoed(id: string): Promise<void> {
  const connection = fixture.accounts.connections.to(id) ?? expect.unreachable();
  given = apiKey;
  await getSubmissionInfo(connection, '6f1c1b0e-36a5-4f5a-9a51-6a3f0f4dbb52');
}

test('an account whose service gives a secret back says so, and submits nothing, also after a restart', async () => {
  const id = await add();
  await beEchoed(id);
  expect(shown(id)).toEqual({ kind: 'secret-echoed', blocks: true });
  expect(fixture.accounts.connections.destination(id)).toBeNull();
  await fixture.commit(() => undefined);
  fixture = await fixture.restart();
  expect(shown(id)).toMatchObject({ kind: 'secret-echoed' });
  expect(fixture.accounts.connections.destination(id)).toBeNull();
});

test.each([
  ['another key', newKey],
  ['the same key again', apiKey],
])('it goes on once a person has entered %s', async (_which, key) => {
  const id = await add();
  await beEchoed(id);
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', key));
  expect(shown(id)).toBeNull();
  await fixture.commit(() => undefined);
  fixture = await fixture.restart();
  expect(shown(id)).toBeNull();
});

test('what came of a key that was replaced meanwhile says nothing of the new one', async () => {
  const id = await add();
  const old = fixture.accounts.connections.to(id);
  granted(await fixture.accounts.changes.replaceCredential(id, 'api-key', newKey));
  old?.onSecretEchoed?.();
  expect(shown(id)).toBeNull();
});

const pays = settingsFor('').submitBy;
test.each<[string, (id: string) => Promise<{ readonly ok: boolean }>]>([
  ['settings as they are', (id) => fixture.accounts.changes.edit(id, settingsFor(baseUrl))],
  ['what pays as it is', (id) => fixture.accounts.changes.setSubmitBy(id, pays)],
  ['the key that is there', (id) => fixture.accounts.changes.replaceCredential(id, 'api-key', apiKey)],
  [
    'the key that is there, with the settings',
    (id) => fixture.accounts.changes.edit(id, settingsFor(baseUrl), { apiKey, accessToken: null }),
  ],
])('a call that writes %s voids nothing that a service is about to say of them', async (_what, write) => {
  const id = await add();
  const connection = fixture.accounts.connections.to(id);
  expect(await write(id)).toMatchObject({ ok: true });
  connection?.onSecretEchoed?.();
  expect(shown(id)).toMatchObject({ kind: 'secret-echoed' });
});

test('a page that enters the same key again ends no warning without a person', async () => {
  const id = await add();
  await beEchoed(id);
  fixture.questions.length = 0;
  fixture.person.confirms = false;
  expect(await fixture.accounts.changes.replaceCredential(id, 'api-key', apiKey)).toMatchObject({ ok: false });
  expect(fixture.questions).toHaveLength(1);
  expect(shown(id)).toMatchObject({ kind: 'secret-echoed' });
});

test('one file is sent and may have been taken; the others wait; nothing that is kept holds the key', async () => {
  const id = await add();
  const { accounts, database, commit, events } = fixture;
  const digests = new Digests(new URL('../digests/digest-worker.ts', import.meta.url));
  const opened = new Submissions({
    database,
    commit,
    digests,
    encryption: new Encryption(encryptionScripts.script, encryptionScripts.digestScript, 'unused'),
    files,
    records: openRecordsHere(database, commit, { events }),
    tokens: new Tokens(database, commit, Date.now),
    accounts: accounts.connections,
    keys: null,
    isOwn: () => false,
    clock: { now: Date.now, monotonic: () => performance.now() },
    shownAccount: () => accounts.activeId(),
    events,
  });
  events.on('accounts.changed', () => opened.queue.wake());
  await opened.changeSettings(id, { askBeyondFiles: null });
  const states = () => opened.view(id).submissions.map(({ state }) => state.kind);
  const first = join(folder, 'first.txt');
  const second = join(folder, 'second.txt');
  await Promise.all([first, second].map((path) => writeFile(path, path)));
  granted(await dropPaths(opened.drops, id, [first]));
  await vi.waitFor(() => expect(states()).toEqual(['unsettled']), { timeout: 30_000 });
  granted(await dropPaths(opened.drops, id, [second]));
  await vi.waitFor(() => expect(states().toSorted()).toEqual(['unsettled', 'waiting']), { timeout: 30_000 });
  expect(posts).toBe(1);
  expect(JSON.stringify(opened.view(id))).not.toContain(apiKey.slice(11));
  await commit(() => undefined);
  const location = database.location() ?? expect.unreachable();
  for (const name of await readdir(dirname(location))) {
    expect((await readFile(join(dirname(location), name))).includes(apiKey.slice(11)), name).toBe(false);
  }
  granted(await accounts.changes.replaceCredential(id, 'api-key', newKey));
  await vi.waitFor(() => expect(states().toSorted()).toEqual(['submitted', 'unsettled']), { timeout: 30_000 });
  opened.close();
  await digests.close();
  await closeRecordsHere();
});

test('what a person must know of an account goes with it', async () => {
  const id = await add();
  await beEchoed(id);
  granted(await fixture.accounts.changes.remove(id));
  const settings = fixture.database.prepare('SELECT name FROM settings').all();
  expect(JSON.stringify(settings)).not.toContain(id);
});
