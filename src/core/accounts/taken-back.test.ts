import { afterEach, beforeEach, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../service/scripted-server.fixture.ts';
import { type AccountFixture, addAccount, granted, openFixture, settingsFor } from './accounts.fixture.ts';

/** What stopped an account, and calls that take it back with nobody there. */

const apiKey = 'canary-key-Zp8Lr3Vw6Tn1Kx9';
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (user: string, n: number): string =>
  `${part({ alg: 'HS256' })}.${part({ sub: user, iat: n })}.${Buffer.from(`signature-of-${n}-xyzxyz`).toString('base64url')}`;
const [first, second] = [tokenOf('one', 1), tokenOf('one', 2)];

let clock: number;
let fixture: AccountFixture;
let settings: ReturnType<typeof settingsFor>;
let accountId: string;
/** What the service does with requests by API key, and how many of them came meanwhile. */
let [refusesKey, holds, asked] = [false, Promise.resolve(), 0];

beforeEach(async () => {
  clock = Date.parse('2026-05-04T12:00:00Z');
  fixture = await openFixture({ now: () => clock });
  [refusesKey, holds, asked] = [false, Promise.resolve(), 0];
  const { baseUrl } = await answering(async ({ method, url, headers }, response) => {
    if (headers['x-api-key'] !== undefined && refusesKey) {
      asked += 1;
      await holds;
      return json(response, 401, { error: 'Unauthorized' });
    }
    if (url.includes('get_all_')) return json(response, 200, []);
    // An empty probe is refused for being empty: both credentials are good.
    json(response, method === 'POST' ? 400 : 404, { error: 'Empty.' });
  });
  settings = settingsFor(baseUrl);
  accountId = await addAccount(fixture, settings, { apiKey, accessToken: first });
  fixture.questions.length = 0;
  fixture.person.confirms = false;
});
afterEach(async () => {
  await fixture.close();
  await cleanUp();
});

const shown = () => fixture.accounts.find(accountId)?.trouble?.kind ?? null;
const beRefused = () =>
  fixture.accounts.connections.onRefused(
    accountId,
    'unauthorised',
    fixture.accounts.connections.to(accountId) ?? expect.unreachable(),
  );
const check = async () =>
  granted(await fixture.accounts.checks.check({ checkId: 'c', accountId, settings, apiKey: null, accessToken: null }));
const paste = (accessToken: string) =>
  fixture.accounts.changes.replaceCredential(accountId, 'access-token', accessToken);

test('a check that finds a credential good lets the account go on, and again only after ten seconds', async () => {
  beRefused();
  expect(shown()).toBe('unauthorised');
  await check();
  expect(shown()).toBeNull();
  beRefused();
  await check();
  expect(shown()).toBe('unauthorised');
  clock += 10_000;
  await check();
  expect(shown()).toBeNull();
});

test('the verdict of a check on a credential that was replaced meanwhile says nothing of the new one', async () => {
  fixture.person.confirms = true;
  refusesKey = true;
  const { promise, resolve } = Promise.withResolvers<void>();
  holds = promise;
  const checked = check();
  await expect.poll(() => asked).toBeGreaterThan(0);
  granted(await fixture.accounts.changes.replaceCredential(accountId, 'api-key', 'canary-key-Qd4Hs7Bm2Yc5Gf0'));
  resolve();
  await checked;
  expect(shown()).toBeNull();
});

test('a newer token of the same user takes its place unasked; to and fro within a minute is asked about', async () => {
  expect(await paste(second)).toMatchObject({ ok: true });
  expect(fixture.questions).toEqual([]);
  clock += 59_000;
  expect(await paste(first)).toMatchObject({ ok: false });
  expect(fixture.questions).toHaveLength(1);
  clock += 2_000;
  expect(await paste(first)).toMatchObject({ ok: true });
  expect(fixture.questions).toHaveLength(1);
});

test('of many newer tokens at once one is taken unasked', async () => {
  const answers = await Promise.all([2, 3, 4, 5].map((expiry) => paste(tokenOf('one', expiry))));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test('no other credential ends the word that a service gives one away, but by a person', async () => {
  fixture.accounts.connections.to(accountId)?.onSecretEchoed?.();
  expect(await paste(second)).toMatchObject({ ok: false });
  expect(shown()).toBe('secret-echoed');
  fixture.person.confirms = true;
  expect(await paste(second)).toMatchObject({ ok: true });
  expect(shown()).toBeNull();
});
