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
const keyOnly = { apiKey: key, accessToken: null };

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
  expect(await fixture.accounts.checks.tryOut(settingsFor(baseUrl), keyOnly)).toMatchObject({
    error: { code: 'declined' },
  });
  expect(received).toEqual([]);
  expect(fixture.questions).toMatchObject([{ subject: expect.stringMatching(new RegExp(`^${baseUrl}\\n`)) }]);
});

test('a report tells the route and the versions, and the account is then added without a second question', async () => {
  const { baseUrl } = await serviceTaking(key);
  const settings = settingsFor(baseUrl);
  const secrets = { apiKey: key, accessToken: token };
  const report = granted(await fixture.accounts.checks.tryOut(settings, secrets));
  expect(report.lines).toContainEqual(expect.objectContaining({ topic: 'api-key', state: 'good' }));
  expect(report).toMatchObject({
    address: baseUrl,
    route: { service: { kind: 'direct' }, submissions: { kind: 'direct' } },
    versions: { Dropslip: 'test' },
  });
  granted(await fixture.accounts.changes.add(settings, secrets));
  expect(fixture.questions).toHaveLength(1);
});

test('an account that is added after a check keeps the kind of service that the check found', async () => {
  const { baseUrl } = await answering(({ url }, response) => {
    if (url.startsWith('/v1/user/get_user')) return json(response, 200, { data: { id: 'u', credit_balance: '5' } });
    if (url.startsWith('/v1/user/get_apps')) return json(response, 200, { data: [] });
    return json(response, 404, {});
  });
  const settings = settingsFor(baseUrl);
  const secrets = { apiKey: key, accessToken: token };
  expect(granted(await fixture.accounts.checks.tryOut(settings, secrets)).serviceKind).toBe('credits');
  const { accountId } = granted(await fixture.accounts.changes.add(settings, secrets));
  expect(fixture.accounts.find(accountId)?.serviceKind).toBe('credits');
});

test('a check of an account uses its stored secrets', async () => {
  const own = await serviceTaking(key);
  const accountId = await addAccount(fixture, settingsFor(own.baseUrl), { apiKey: key, accessToken: token });
  const report = granted(await fixture.accounts.checks.check(accountId));
  expect(report.lines).toContainEqual(expect.objectContaining({ topic: 'api-key', state: 'good' }));
  expect(saw(own.received)).toContain(key);
});

test('an unknown account cannot be checked', async () => {
  expect(await fixture.accounts.checks.check('__proto__')).toMatchObject({ error: { code: 'unknown-account' } });
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
  await fixture.accounts.checks.check(accountId);
  expect(fixture.accounts.connections.destination(accountId)).toBeNull();
  accepted = key;
  await fixture.accounts.checks.check(accountId);
  expect(fixture.accounts.connections.destination(accountId)).not.toBeNull();
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
  granted(await fixture.accounts.checks.tryOut(settings, { apiKey: 'canary-key-another', accessToken: null }));
  expect(held()).toBeNull();
  await fixture.accounts.checks.check(accountId);
  expect(held()).toMatchObject({ reason: 'rate-limited' });
});

test('an account that is taken back while the person is asked about it is not saved', async () => {
  fixture.person.confirms = 'not-yet';
  const settings = settingsFor('https://service.example');
  const adding = fixture.accounts.changes.add(settings, keyOnly);
  fixture.accounts.approval.withdraw();
  expect(await adding).toMatchObject({ error: { code: 'declined' } });
  expect(fixture.accounts.list()).toHaveLength(1);
});
