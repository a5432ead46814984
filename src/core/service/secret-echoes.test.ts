import type * as http from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connection, signedOut } from './connection.ts';
import { expenditureOf } from './endpoints/expenditure.fixture.ts';
import { getAllExpenditure } from './endpoints/get-all-expenditure.ts';
import { getAllTokens } from './endpoints/get-all-tokens.ts';
import { getHealth } from './endpoints/get-health.ts';
import { getPreImage } from './endpoints/get-pre-image.ts';
import { getSubmissionInfo } from './endpoints/get-submission-info.ts';
import { getTokenMap } from './endpoints/get-token-map.ts';
import { probeRequestFunds, probeSubmission } from './endpoints/probe.ts';
import { requestFunds } from './endpoints/request-funds.ts';
import { submitRawData } from './endpoints/submit-raw-data.ts';
import type { ServiceError } from './errors.ts';
import { RateLimiter } from './rate-limiter.ts';
import { answering, cleanUp, fileOf, patientHooks } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const apiKey = 'dsk_9fQ2mZ7xLw4Kv8Tb3Rc6Hd1N';
const accessToken = 'opaque-Yp5sGz1Wn8Xq3Jt6Be0Ua7Mi';
const never = new AbortController().signal;
const id = '6f1c1b0e-36a5-4f5a-9a51-6a3f0f4dbb52';

/** A connection whose service answers so, and how often it was told that a secret came back. */
async function connected(
  answer: (response: http.ServerResponse, url: string) => void,
): Promise<{ readonly connection: Connection; readonly told: () => number; readonly requests: () => number }> {
  let echoes = 0;
  const { baseUrl, received } = await answering(({ url }, response) => answer(response, url));
  const connection: Connection = {
    baseUrl,
    submitBaseUrl: null,
    credentials: async () => ({ apiKey, accessToken }),
    onSecretEchoed: () => {
      echoes += 1;
    },
  };
  return { connection, told: () => echoes, requests: () => received.length };
}

const says = (body: unknown, status = 200) =>
  connected((response) => response.writeHead(status).end(JSON.stringify(body)));

const isFree = (error: ServiceError): boolean => {
  const text = JSON.stringify(error).toLowerCase();
  return ![apiKey, accessToken].some((secret) => text.includes(secret.slice(4, 12).toLowerCase()));
};

describe('an answer that succeeds and holds a secret is not read', () => {
  const record = { id, user_id: 'u', token_details_id: 1 };
  const echoing = { ...record, to_address: apiKey };

  test.each<[string, unknown, (connection: Connection) => Promise<{ readonly ok: boolean }>]>([
    ['one record', { ...record, user_id: accessToken }, (to) => getSubmissionInfo(to, id)],
    ['one record, in an unknown field', { ...record, note: `key=${apiKey}` }, (to) => getSubmissionInfo(to, id)],
    ['the list of submissions', [record, echoing], (to) => expenditureOf(to)],
    [
      'the list of tokens',
      [{ token_details_id: 1, token_address: Buffer.from(apiKey).toString('base64'), token_balance: '1' }],
      (to) => getAllTokens(to),
    ],
    ['the map of tokens, for which nobody signs in', { [accessToken]: '0x01' }, (to) => getTokenMap(to)],
    ['the word on health', { status: 'OK', message: encodeURIComponent(accessToken) }, (to) => getHealth(to)],
    ['the bytes of a submission', `${apiKey}`, (to) => getPreImage(to, id)],
  ])('%s', async (_what, body, read) => {
    const { connection, told, requests } = await says(body);
    const result = await read(connection);
    expect(result).toMatchObject({ ok: false, error: { code: 'secret-echoed', status: 200 } });
    expect('error' in result && isFree(result.error as ServiceError)).toBe(true);
    expect(told()).toBe(1);
    expect(requests()).toBe(1);
  });

  test('a list that is handed on while it comes ends without success', async () => {
    const lead = JSON.stringify(Array.from({ length: 2_000 }, () => record)).slice(0, -1);
    const { connection, told } = await connected((response) => {
      response.write(`${lead},${JSON.stringify(echoing).slice(0, 90)}`);
      response.end(`${JSON.stringify(echoing).slice(90)}]`);
    });
    const receiver = { begin: () => undefined, take: () => undefined };
    const result = await getAllExpenditure(connection, {}, receiver);
    expect(result).toMatchObject({ ok: false, error: { code: 'secret-echoed' } });
    expect(told()).toBe(1);
  });
});

test.each<[string, http.OutgoingHttpHeaders, string]>([
  ['the place that a redirect points to', { location: `/moved/${apiKey}` }, 'Moved'],
  ['the status text', {}, `Bad ${accessToken}`],
  ['a header about the rate limit', { 'x-ratelimit-limit': Buffer.from(apiKey).toString('hex') }, 'No'],
])('an answer is not read that holds a secret in %s', async (_what, headers, statusText) => {
  const { connection, told, requests } = await connected((response) => {
    response.writeHead(302, statusText, headers);
    response.end();
  });
  const result = await getSubmissionInfo(connection, id);
  expect(result).toMatchObject({ ok: false, error: { code: 'secret-echoed', status: 302 } });
  expect(!result.ok && isFree(result.error)).toBe(true);
  expect(told()).toBe(1);
  expect(requests()).toBe(1);
});

describe('a file that is sent to a service that gives the key back', () => {
  const submit = async (connection: Connection) =>
    submitRawData(connection, await fileOf(Buffer.from('content')), { variant: 'api-key' }, patientHooks());

  test('beside the id has its receipt', async () => {
    const { connection, told } = await says({ submission_id: id, key: apiKey });
    expect(await submit(connection)).toEqual({ kind: 'accepted', submissionId: id });
    expect(told()).toBe(1);
  });

  test.each([200, 400, 401, 404, 413, 429, 500, 503])('beside an id in a %i may have been accepted', async (status) => {
    const body = { error: `bad key ${apiKey}`, submission_id: id };
    const { connection, told, requests } = await says(body, status);
    const outcome = await submit({ ...connection, baseUrl: `${connection.baseUrl}/v1` });
    const detail = expect.stringContaining(`submission_id ${id}`);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'id-in-doubt', status, detail } });
    expect('error' in outcome && isFree(outcome.error)).toBe(true);
    expect([told(), requests()]).toEqual([1, 1]);
  });

  test('as the id has no receipt: it may have been charged', async () => {
    const { connection, told } = await says({ submission_id: apiKey });
    const outcome = await submit(connection);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'id-in-doubt', status: 200 } });
    expect('error' in outcome && isFree(outcome.error)).toBe(true);
    expect(told()).toBe(1);
  });

  test('with a refusal is refused, and goes to no other path', async () => {
    const { connection, requests } = await says({ error: `no path for ${apiKey}` }, 404);
    const outcome = await submit({ ...connection, baseUrl: `${connection.baseUrl}/v1` });
    expect(outcome).toMatchObject({ kind: 'refused', again: false, error: { code: 'secret-echoed', status: 404 } });
    expect('error' in outcome && isFree(outcome.error)).toBe(true);
    expect(requests()).toBe(1);
  });

  test('with a request for a pause waits as long as it says', async () => {
    const { connection } = await connected((response) =>
      response.writeHead(503, { 'retry-after': '60', 'x-key': apiKey }).end(),
    );
    const limiter = new RateLimiter({ now: Date.now, monotonic: () => performance.now() });
    const outcome = await submit({ ...connection, rateLimiter: () => limiter });
    expect(outcome).toMatchObject({ kind: 'refused', again: true, error: { code: 'secret-echoed', status: 503 } });
    expect(limiter.held()?.until).toBeGreaterThan(Date.now());
    expect('error' in outcome && outcome.error.retryAt).toBeGreaterThan(Date.now());
  });

  test('with a failure of its own may have been taken', async () => {
    const { connection } = await says({ error: apiKey }, 500);
    const outcome = await submit(connection);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'secret-echoed', status: 500 } });
    expect('error' in outcome && isFree(outcome.error)).toBe(true);
  });
});

test('a secret is removed from a text in each form in which it is looked for', async () => {
  const { scrub } = await signedOut((await says({})).connection);
  const base64 = Buffer.from(`key ${apiKey}`).toString('base64');
  const hex = Buffer.from(accessToken).toString('hex');
  expect(scrub(`sent ${apiKey}, or ${base64}, or ${hex}`)).toBe(
    `sent •••, or ${base64.slice(0, 6)}•••${base64.slice(-2)}, or •••`,
  );
});

test('a deposit whose answer holds the token is registered, and nothing of the answer is kept', async () => {
  const { connection, told } = await says({ ok: true, by: Buffer.from(`Bearer ${accessToken}`).toString('base64url') });
  const outcome = await requestFunds(connection, { tokenAddress: '0x01', amountDeposited: 1n, chainId: 1n });
  expect(outcome).toMatchObject({ kind: 'registered', answer: '' });
  expect(told()).toBe(1);
});

test.each<[string, (connection: Connection) => Promise<{ readonly kind: string }>]>([
  ['submissions', (to) => probeSubmission(to, never)],
  ['fund requests', (to) => probeRequestFunds(to, '/user/request_funds', never)],
])('a check of %s accepts no refusal that holds a secret', async (_what, probe) => {
  const { connection, told } = await says({ error: `empty, ${apiKey}` }, 400);
  expect(await probe(connection)).toMatchObject({ kind: 'unclear', error: { code: 'secret-echoed', status: 400 } });
  expect(told()).toBe(1);
});
