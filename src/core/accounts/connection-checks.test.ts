import { afterEach, beforeEach, expect, test } from 'vitest';
import { answering, cleanUp, json, type Received } from '../service/scripted-server.fixture.ts';
import { type AccountFixture, addAccount, granted, openFixture, settingsFor } from './accounts.fixture.ts';

let fixture: AccountFixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture.close();
  await cleanUp();
});

const key = 'canary-key-1234';
const token = 'canary-token-5678';
const asked = { checkId: 'c1', accountId: null, apiKey: null, accessToken: null };

/** A service that takes this key and this token, and remembers what it was asked. */
const serviceTaking = (apiKey: string) =>
  answering(({ url, headers }: Received, response) => {
    if (url.startsWith('/health')) return json(response, 200, { status: 'OK', message: '' });
    if (url.includes('token_map')) return json(response, 200, { ethereum: '0x01' });
    const allowed = headers['x-api-key'] === apiKey || headers.authorization === `Bearer ${token}`;
    if (!allowed) return json(response, 401, { error: 'Unauthorized' });
    return url.includes('get_all_tokens') ? json(response, 200, []) : json(response, 400, { error: 'Empty' });
  });

const saw = (received: readonly Received[]): string =>
  JSON.stringify(received.map(({ headers, body }) => [headers, String(body)]));

test('a new address is put to the person before a single request goes there', async () => {
  const { baseUrl, received } = await serviceTaking(key);
  fixture.person.confirms = false;
  expect(await fixture.accounts.checks.check({ ...asked, settings: settingsFor(baseUrl), apiKey: key })).toMatchObject({
    error: { code: 'declined' },
  });
  expect(received).toEqual([]);
  expect(fixture.questions).toMatchObject([{ subject: expect.stringMatching(new RegExp(`^${baseUrl}\\n`)) }]);
});

test('the lines come one by one, and the report is kept with the account that is made of it', async () => {
  const { baseUrl } = await serviceTaking(key);
  const settings = settingsFor(baseUrl);
  const report = granted(await fixture.accounts.checks.check({ ...asked, settings, apiKey: key, accessToken: token }));
  expect(fixture.lines.filter(({ state }) => state !== 'running')).toEqual(
    expect.arrayContaining([expect.objectContaining({ topic: 'api-key', state: 'good' })]),
  );
  expect(report).toMatchObject({
    route: { service: { kind: 'direct' }, submissions: { kind: 'direct' } },
    versions: { Dropslip: 'test' },
  });
  const { accountId } = granted(
    await fixture.accounts.add({ settings, apiKey: key, accessToken: token, checkId: asked.checkId }),
  );
  expect(granted(fixture.accounts.report(accountId))).toEqual(report);
  expect(fixture.accounts.connections.to(accountId)?.paths).toMatchObject(report.found);
  fixture = await fixture.restart();
  expect(granted(fixture.accounts.report(accountId))).toEqual(report);
  expect(fixture.questions).toEqual([]);
});

test('a report about another address is not taken over', async () => {
  const { baseUrl } = await serviceTaking(key);
  const other = await serviceTaking(key);
  await fixture.accounts.checks.check({ ...asked, settings: settingsFor(baseUrl), apiKey: key });
  const { accountId } = granted(
    await fixture.accounts.add({ settings: settingsFor(other.baseUrl), apiKey: key, accessToken: null, checkId: 'c1' }),
  );
  expect(granted(fixture.accounts.report(accountId))).toBeNull();
});

test('stored secrets are used at the account’s own address, and never sent to another', async () => {
  const own = await serviceTaking(key);
  const elsewhere = await serviceTaking(key);
  const settings = settingsFor(own.baseUrl);
  const accountId = await addAccount(fixture, settings, { apiKey: key, accessToken: token });
  const here = granted(await fixture.accounts.checks.check({ ...asked, accountId, settings }));
  expect(here.lines).toContainEqual(expect.objectContaining({ topic: 'api-key', state: 'good' }));
  expect(saw(own.received)).toContain(key);

  const there = granted(
    await fixture.accounts.checks.check({ ...asked, accountId, settings: settingsFor(elsewhere.baseUrl) }),
  );
  expect(there.lines).toContainEqual(
    expect.objectContaining({
      topic: 'api-key',
      state: 'skipped',
      finding: { code: 'withheld', credential: 'api-key' },
    }),
  );
  expect(elsewhere.received.length).toBeGreaterThan(0);
  expect(saw(elsewhere.received)).not.toContain('canary');

  const split = settingsFor(own.baseUrl, { submitAddress: elsewhere.baseUrl });
  await fixture.accounts.checks.check({ ...asked, accountId, settings: split });
  expect(saw(elsewhere.received)).not.toContain('canary');
});

test('an unknown account lends its secrets to nobody', async () => {
  const settings = settingsFor('https://service.example');
  expect(await fixture.accounts.checks.check({ ...asked, accountId: '__proto__', settings })).toMatchObject({
    error: { code: 'unknown-account' },
  });
});

test('a check of a kept credential that is refused stops the account, and one that is accepted lets it go on', async () => {
  let accepted = key;
  const service = await answering(({ url, headers }, response) => {
    if (url.startsWith('/health')) return json(response, 200, { status: 'OK', message: '' });
    return json(response, headers['x-api-key'] === accepted ? 400 : 401, { error: 'x' });
  });
  const settings = settingsFor(service.baseUrl);
  const accountId = await addAccount(fixture, settings, { apiKey: key, accessToken: null });
  accepted = 'another';
  await fixture.accounts.checks.check({ ...asked, accountId, settings });
  expect(fixture.accounts.connections.destination(accountId)).toBeNull();
  accepted = key;
  await fixture.accounts.checks.check({ ...asked, accountId, settings });
  expect(fixture.accounts.connections.destination(accountId)).not.toBeNull();
});

test('a check can be cancelled while it waits for an answer', async () => {
  const reached = Promise.withResolvers<void>();
  const { baseUrl } = await answering(() => reached.resolve());
  const checking = fixture.accounts.checks.check({ ...asked, settings: settingsFor(baseUrl), apiKey: key });
  await reached.promise;
  fixture.accounts.checks.cancel(asked.checkId);
  expect(await checking).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

test('what a service says of its limit is heard where a check uses a kept credential, and nowhere else', async () => {
  const service = await answering(({ url }, response) => {
    if (url.startsWith('/health')) return json(response, 200, { status: 'OK', message: '' });
    response.setHeader('retry-after', '60');
    json(response, 429, { error: 'Slow down' });
  });
  const settings = settingsFor(service.baseUrl);
  const accountId = await addAccount(fixture, settings, { apiKey: key, accessToken: null });
  const held = () => fixture.accounts.connections.rateLimiter(accountId).held();
  await fixture.accounts.checks.check({ ...asked, accountId, settings, apiKey: 'canary-key-another' });
  expect(held()).toBeNull();
  await fixture.accounts.checks.check({ ...asked, accountId, settings });
  expect(held()).toMatchObject({ reason: 'rate-limited' });
});

test('a check that is cancelled while the person is asked about its address closes that question, and goes nowhere', async () => {
  const { baseUrl, received } = await serviceTaking(key);
  fixture.person.confirms = 'not-yet';
  const checking = fixture.accounts.checks.check({ ...asked, settings: settingsFor(baseUrl), apiKey: key });
  fixture.accounts.checks.cancel('another');
  fixture.accounts.checks.cancel(asked.checkId);
  expect(await checking).toMatchObject({ error: { code: 'declined' } });
  expect(received).toEqual([]);
});

test('an account that is taken back while the person is asked about it is not saved', async () => {
  fixture.person.confirms = 'not-yet';
  const settings = settingsFor('https://service.example');
  const adding = fixture.accounts.add({ settings, apiKey: key, accessToken: null, checkId: null });
  fixture.accounts.approval.withdraw();
  expect(await adding).toMatchObject({ error: { code: 'declined' } });
  expect(fixture.accounts.list()).toHaveLength(1);
});
