import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../../practice-service/index.ts';
import type { CheckTopic } from '../../shared/bridge/accounts.ts';
import { checkWords } from '../../shared/messages/accounts.ts';
import { expenditureOf } from '../service/endpoints/expenditure.fixture.ts';
import { type Connection, type Credentials, closeConnections, getAllTokens } from '../service/index.ts';
import { answering, cleanUp, json } from '../service/scripted-server.fixture.ts';
import { makeAuthority } from '../service/test-authority.fixture.ts';
import { ConnectionCheck } from './connection-checks.ts';

const key = 'canary-key-0123456789';
const token = 'canary-token-0123456789';

function connectionTo(baseUrl: string, credentials: Credentials): Connection {
  return { baseUrl, submitBaseUrl: null, credentials: async () => credentials };
}

async function check(connection: Connection, { hasNode = false, hasExpired = false } = {}) {
  const report = await new ConnectionCheck(connection, hasNode, hasExpired, new AbortController().signal).run();
  expect(JSON.stringify(report)).not.toContain('canary');
  return { report };
}

type Checked = Awaited<ReturnType<typeof check>>['report'];

const states = (report: Checked): Partial<Record<CheckTopic, string>> =>
  Object.fromEntries(report.lines.map(({ topic, state }) => [topic, state]));
const finding = (report: Checked, topic: CheckTopic) => report.lines.find((line) => line.topic === topic)?.finding;

const said = (report: Checked, topic: CheckTopic): string =>
  report.lines
    .filter((line) => line.topic === topic)
    .map(checkWords)
    .join();

afterAll(closeConnections);

test('of a list of token names without end the first are named, and only as many are given as make a choice', async () => {
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, number) => [`token ${number}`, '0xab']));
  const { baseUrl } = await answering(({ url }, response) =>
    url.endsWith('token_map') ? json(response, 200, names) : json(response, 404, {}),
  );
  const { report } = await check(connectionTo(baseUrl, { apiKey: null, accessToken: null }));
  await cleanUp();
  expect(finding(report, 'token-names')).toEqual({
    code: 'token-names',
    names: Array.from({ length: 20 }, (_, number) => `token ${number}`),
    more: 4_980,
  });
  expect(report.tokenNames).toHaveLength(201);
});

test('token names by chain do not make a service with balances of tokens one with credits', async () => {
  const { baseUrl } = await answering(({ url }, response) => {
    if (url.includes('get_all_tokens'))
      json(response, 200, [{ token_details_id: 1, token_address: '0xab', token_balance: '7' }]);
    else if (url.endsWith('token_map')) json(response, 200, { data: { '1': { alpha: { token_address: '0xab' } } } });
    else json(response, 404, {});
  });
  const kindSeenWith = async (accessToken: string | null) =>
    (await check(connectionTo(baseUrl, { apiKey: null, accessToken }))).report.serviceKind;
  expect([await kindSeenWith(token), await kindSeenWith(null)]).toEqual([null, 'credits']);
  await cleanUp();
});

test.each([
  [false, 'skipped', 'This service does not offer downloads. To download your files, set a network node'],
  [true, 'good', 'You can download your files from your network node.'],
] as const)('a service without downloads is named, with a node set: %s', async (hasNode, state, words) => {
  const { baseUrl } = await answering((_, response) => json(response, 404, {}));
  const { report } = await check(connectionTo(baseUrl, { apiKey: key, accessToken: token }), { hasNode });
  await cleanUp();
  expect(states(report).downloads).toBe(state);
  expect(said(report, 'downloads')).toContain(words);
});

test.each([
  [406, {}],
  [404, { error: 'Submission not found' }],
  [500, { error: 'Submission not found' }],
])('a service that answers %s to an API key for a wrong id is not one of the contract', async (status, body) => {
  const { baseUrl } = await answering(({ url }, response) =>
    url.startsWith('/v1/get_submission_info') ? json(response, status, body) : json(response, 404, {}),
  );
  const { report } = await check(connectionTo(baseUrl, { apiKey: key, accessToken: null }));
  await cleanUp();
  expect(report.serviceKind).toBeNull();
});

describe.each(['documented', 'deployed'] as const)('a service of the %s dialect', (dialect) => {
  let folder: string;
  let service: PracticeService;
  const both = { apiKey: key, accessToken: token };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dropslip-check-'));
    service = await startPracticeService({ dataDir: folder, dialect, apiKey: key, accessToken: token });
  });
  afterAll(async () => {
    closeConnections();
    await service.close();
    await rm(folder, { recursive: true });
  });

  test('is all green with both credentials, and finds the names of tokens', async () => {
    const { report } = await check(connectionTo(service.url, both), { hasNode: true });
    expect(new Set(Object.values(states(report)))).toEqual(new Set(['good']));
    expect(Object.keys(states(report))).toHaveLength(7);
    expect(report.tokenNames.length).toBeGreaterThan(0);
    expect(report.entries.every(({ milliseconds }) => milliseconds >= 0)).toBe(true);
  });

  test('is found again as this kind, whatever kind is known', async () => {
    const kind = dialect === 'documented' ? 'contract' : 'deployed';
    for (const serviceKind of [null, 'contract', 'deployed', 'credits'] as const) {
      const { report } = await check({ ...connectionTo(service.url, both), serviceKind });
      expect(report.serviceKind).toBe(kind);
    }
  });

  test('is charged nothing by the check', async () => {
    const connection = connectionTo(service.url, both);
    const ledger = async () => [
      await getAllTokens(connection, { limit: 1000 }),
      await expenditureOf(connection, { limit: 1000 }),
    ];
    const before = await ledger();
    await check(connection);
    expect(await ledger()).toEqual(before);
    expect(before).toMatchObject([{ ok: true }, { ok: true, value: { entries: [] } }]);
  });

  test('skips what needs a token when there is a key only', async () => {
    const { report } = await check(connectionTo(service.url, { apiKey: key, accessToken: null }));
    expect(states(report)).toEqual({
      address: 'good',
      'api-key': 'good',
      'access-token': 'skipped',
      tokens: 'skipped',
      'token-names': 'good',
      'fund-requests': 'skipped',
      downloads: dialect === 'deployed' ? 'good' : 'skipped',
    });
  });

  test('skips the key when there is a token only', async () => {
    const { report } = await check(connectionTo(service.url, { apiKey: null, accessToken: token }));
    expect(states(report)).toEqual({
      address: 'good',
      'api-key': 'skipped',
      'access-token': 'good',
      tokens: 'good',
      'token-names': 'good',
      'fund-requests': 'good',
      downloads: 'skipped',
    });
  });

  test('says that a wrong key is not accepted, and goes on', async () => {
    const { report } = await check(connectionTo(service.url, { apiKey: 'canary-wrong', accessToken: token }));
    expect(states(report)).toMatchObject({ 'api-key': 'bad', 'access-token': 'good', 'fund-requests': 'good' });
    expect(finding(report, 'api-key')).toEqual({ code: 'not-accepted' });
    expect(report.entries.find(({ topic }) => topic === 'api-key')?.status).toBe(401);
  });

  test('says that an expired token is expired, and a wrong one not accepted', async () => {
    const connection = connectionTo(service.url, { apiKey: null, accessToken: 'canary-wrong' });
    const expired = await check(connection, { hasExpired: true });
    expect(states(expired.report)).toMatchObject({
      'access-token': 'bad',
      tokens: 'skipped',
      'fund-requests': 'skipped',
    });
    expect(finding(expired.report, 'access-token')).toEqual({ code: 'token-expired' });
    const wrong = await check(connection);
    expect(finding(wrong.report, 'access-token')).toEqual({ code: 'not-accepted' });
  });

  test('a path that leads elsewhere shows that nothing of the service is there', async () => {
    const { report } = await check(connectionTo(`${service.url}/elsewhere`, both));
    expect(states(report)).toMatchObject({
      address: 'good',
      'api-key': 'bad',
      'access-token': 'bad',
      'token-names': 'bad',
    });
    expect(finding(report, 'api-key')).toEqual({ code: 'not-offered' });
    expect(finding(report, 'access-token')).toEqual({ code: 'not-offered' });
  });

  test('a base address that already ends in /v1 is found out', async () => {
    const { report } = await check({
      ...connectionTo(service.url, both),
      submitBaseUrl: `${service.url}/v1`,
    });
    expect(states(report)['api-key']).toBe('good');
  });
});

test('a service that is down: nothing else is tried', async () => {
  const server = https.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const { report } = await check(connectionTo(`http://127.0.0.1:${port}`, { apiKey: key, accessToken: token }));
  expect(states(report)).toEqual({
    address: 'bad',
    'api-key': 'skipped',
    'access-token': 'skipped',
    tokens: 'skipped',
    'token-names': 'skipped',
    'fund-requests': 'skipped',
    downloads: 'skipped',
  });
  expect(said(report, 'address')).toContain('cannot be reached');

  // What was not given is not looked for later either.
  const { report: keyOnly } = await check(connectionTo(`http://127.0.0.1:${port}`, { apiKey: key, accessToken: null }));
  expect(said(keyOnly, 'api-key')).toBe('Checked once the address answers.');
  for (const topic of ['access-token', 'tokens', 'fund-requests'] as const) {
    expect(said(keyOnly, topic)).toBe('No access token was given.');
  }
});

test('a certificate that this computer does not trust: no secret leaves, and the sentence says what to do', async () => {
  const authority = await makeAuthority('127.0.0.1');
  const seen: string[] = [];
  const server = https.createServer({ key: authority.key, cert: authority.certificate }, (request, response) => {
    seen.push(request.url ?? '');
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { report } = await check(connectionTo(`https://127.0.0.1:${port}`, { apiKey: key, accessToken: token }));
  expect(said(report, 'address')).toContain('does not trust the certificate');
  expect(states(report)['api-key']).toBe('skipped');
  expect(seen).toEqual([]);
  server.close();
  await authority.remove();
});
