import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { expenditureOf } from './endpoints/expenditure.fixture.ts';
import {
  closeConnections,
  getAllExpenditure,
  getAllTokens,
  getHealth,
  getPreImage,
  getSubmissionInfo,
  getTokenMap,
  submitRawData,
} from './index.ts';
import {
  accessToken,
  answering,
  apiKey,
  cleanUp,
  connectionTo,
  fileOf,
  json,
  listening,
  patientHooks,
} from './scripted-server.fixture.ts';

afterEach(cleanUp);

const record = { id: 'b1946ac9', block_hash: null, created_at: '2025-01-12T10:20:30' };

describe('each read', () => {
  test('getSubmissionInfo asks by id with the bearer token', async () => {
    const server = await answering((_, response) => json(response, 200, { ...record, id: 'b1946 ac9' }));
    const result = await getSubmissionInfo(connectionTo(`${server.baseUrl}/core-api/`), 'B1946 ac9');
    expect(result).toMatchObject({ ok: true, value: { id: 'b1946 ac9', phase: 'pending' } });
    expect(server.received[0]).toMatchObject({
      method: 'GET',
      url: '/core-api/user/get_submission_info?submission_id=B1946+ac9',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(server.received[0]?.headers['x-api-key']).toBeUndefined();
  });

  test('getSubmissionInfo with an API key alone asks the other family', async () => {
    const server = await answering((_, response) => json(response, 200, { submission: record }));
    const connection = connectionTo(server.baseUrl, { credentials: { apiKey, accessToken: null } });
    expect((await getSubmissionInfo(connection, record.id)).ok).toBe(true);
    expect(server.received[0]).toMatchObject({
      url: `/v1/get_submission_info?submission_id=${record.id}`,
      headers: { 'x-api-key': apiKey },
    });
  });

  test('getSubmissionInfo asks with the API key if the token gets a 404', async () => {
    const server = await answering(({ url }, response) =>
      url.startsWith('/v1/get_submission_info')
        ? json(response, 200, { submission: record })
        : response.writeHead(404).end(),
    );
    const found = await getSubmissionInfo(connectionTo(server.baseUrl), record.id);
    expect(found).toMatchObject({ ok: true, value: { id: record.id } });
    expect(server.received.at(-1)?.headers).toMatchObject({ 'x-api-key': apiKey });
  });

  test('the record of another submission is no answer', async () => {
    const server = await answering((_, response) => json(response, 200, record));
    expect(await getSubmissionInfo(connectionTo(server.baseUrl), 'other')).toMatchObject({
      ok: false,
      error: { code: 'unreadable-answer' },
    });
  });

  test('getAllExpenditure passes the limit on, or none', async () => {
    const server = await answering((_, response) => json(response, 200, { results: [record] }));
    const connection = connectionTo(server.baseUrl);
    expect(await expenditureOf(connection, { limit: 25 })).toMatchObject({
      ok: true,
      value: { entries: [{ id: 'b1946ac9' }], isPart: false },
    });
    await expenditureOf(connection);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/user/get_all_expenditure?limit=25',
      '/user/get_all_expenditure',
    ]);
  });

  test('getAllTokens reads balances exactly', async () => {
    const server = await answering((_, response) =>
      response.end(
        '[{"token_details_id":1,"user_id":"u","token_address":"0xAA","token_balance":"100000000000000000000"}]',
      ),
    );
    const result = await getAllTokens(connectionTo(server.baseUrl), { limit: 5 });
    expect(result).toMatchObject({
      ok: true,
      value: [{ tokenBalance: '100000000000000000000', tokenAddress: '0xaa' }],
    });
    expect(server.received[0]?.url).toBe('/user/get_all_tokens?limit=5');
  });

  test('getTokenMap sends no secret and says which path answered', async () => {
    const server = await answering(({ url }, response) =>
      url === '/v1/token_map' ? json(response, 200, { ethereum: '0xAA' }) : response.end('<html>A site</html>'),
    );
    const result = await getTokenMap(connectionTo(server.baseUrl));
    expect(result).toEqual({
      ok: true,
      value: { path: '/v1/token_map', names: [{ name: 'ethereum', tokenAddress: '0xaa', decimals: null }] },
    });
    for (const { headers } of server.received)
      expect(JSON.stringify(headers)).not.toMatch(new RegExp(`${apiKey}|${accessToken}`));
  });

  test('getTokenMap under a base address that already ends in v1 is found', async () => {
    const server = await answering(({ url }, response) =>
      url === '/core-api/v1/token_map' ? json(response, 200, {}) : response.writeHead(404).end(),
    );
    expect(await getTokenMap(connectionTo(`${server.baseUrl}/core-api/v1`))).toMatchObject({
      ok: true,
      value: { path: '/token_map' },
    });
  });

  test('getHealth reads the service’s words', async () => {
    const server = await answering((_, response) =>
      json(response, 200, { status: 'OK', message: 'Service is running' }),
    );
    expect(await getHealth(connectionTo(server.baseUrl))).toMatchObject({ ok: true, value: { status: 'OK' } });
  });

  test('getPreImage gives the bytes back', async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    const server = await answering((_, response) => response.end(bytes));
    const result = await getPreImage(connectionTo(server.baseUrl), 'a');
    expect(result.ok && Buffer.from(result.value).equals(bytes)).toBe(true);
  });

  test('a family that is not at the contract’s path is found at the versioned one', async () => {
    const server = await answering(({ url }, response) =>
      url.startsWith('/v1/user') ? json(response, 200, []) : response.writeHead(404).end(),
    );
    expect((await expenditureOf(connectionTo(server.baseUrl))).ok).toBe(true);
    expect(server.received).toHaveLength(2);
  });

  test('a form of a path that the service does not have is asked for once', async () => {
    const server = await answering(({ url }, response) =>
      url.startsWith('/v1/user') ? json(response, 200, []) : response.writeHead(404).end(),
    );
    for (let time = 0; time < 2; time += 1) await expenditureOf(connectionTo(server.baseUrl));
    expect(server.received.map(({ url }) => url)).toEqual([
      '/user/get_all_expenditure',
      '/v1/user/get_all_expenditure',
      '/v1/user/get_all_expenditure',
    ]);
  });

  test('a form of a path that answered is left once it is gone', async () => {
    let there = '/v1/user/';
    const server = await answering(({ url }, response) =>
      url.startsWith(there) ? json(response, 200, []) : response.writeHead(404).end(),
    );
    for (there of ['/v1/user/', '/user/', '/v1/user/']) {
      expect((await expenditureOf(connectionTo(server.baseUrl))).ok).toBe(true);
    }
  });
});

describe('a secret of the account in a question', () => {
  const key = 'C0FFEE12-7a3b-4c5d-9e8f-102938475655';

  test.each([
    ['API key', { apiKey: key, accessToken: null }],
    ['access token', { apiKey: null, accessToken: key }],
  ])('is not sent, and the service is not blamed: %s', async (_name, credentials) => {
    const { baseUrl, received } = await answering(({ url }, response) => response.writeHead(404).end(url));
    let blamed = false;
    const onSecretEchoed = (): void => {
      blamed = true;
    };
    const to = connectionTo(baseUrl, { credentials, onSecretEchoed });
    const read = await getSubmissionInfo(to, key.toLowerCase());
    expect(read).toMatchObject({ ok: false, error: { code: 'own-secret' } });
    expect([received, blamed]).toEqual([[], false]);
  });

  test('is not sent as a token’s name', async () => {
    const { baseUrl, received } = await answering((_, response) => json(response, 200, { submission_id: 'a' }));
    const by = { variant: 'access-token', token: accessToken } as const;
    const outcome = await submitRawData(connectionTo(baseUrl), await fileOf(Buffer.from('a')), by, patientHooks());
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'own-secret' } });
    expect(received).toEqual([]);
  });
});

describe('gzip that nobody asked for', () => {
  const MiB = 1024 * 1024;
  const sending = (body: Buffer, status = 200) =>
    answering((_, response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end(body));

  test('is not asked for', async () => {
    const { baseUrl, received } = await answering((_, response) => json(response, 200, [record]));
    await expenditureOf(connectionTo(baseUrl));
    expect(received[0]?.headers['accept-encoding']).toBe('identity');
  });

  test.each([1, 1_000])('is inflated in a list of %i', async (entries) => {
    const list = Array.from({ length: entries }, (_, at) => ({ ...record, id: `id-${at}` }));
    const { baseUrl } = await sending(gzipSync(JSON.stringify(list)));
    const read = await expenditureOf(connectionTo(baseUrl));
    expect(read.ok && read.value.entries.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
  });

  test('is inflated in submitted bytes, with and without a body', async () => {
    for (const bytes of [Buffer.alloc(3 * MiB, 'abc'), Buffer.alloc(0)]) {
      const { baseUrl } = await sending(bytes.length === 0 ? bytes : gzipSync(bytes));
      const read = await getPreImage(connectionTo(baseUrl), 'a');
      expect(read.ok && Buffer.from(read.value).equals(bytes)).toBe(true);
    }
  });

  test('is inflated in a refusal', async () => {
    const { baseUrl } = await sending(gzipSync('{"error":"No such submission"}'), 404);
    const read = await getSubmissionInfo(connectionTo(baseUrl), 'a');
    expect(read).toMatchObject({ error: { detail: expect.stringContaining('No such submission') } });
  });

  test('is searched for secrets', async () => {
    const { baseUrl } = await sending(gzipSync(JSON.stringify([{ ...record, apiKey }])));
    expect(await expenditureOf(connectionTo(baseUrl))).toMatchObject({ error: { code: 'secret-echoed' } });
  });

  test('is inflated no further than an answer may be long', async () => {
    const { baseUrl } = await sending(gzipSync(Buffer.alloc(64 * MiB)));
    let taken = 0;
    const take = (piece: Uint8Array): void => {
      taken += piece.byteLength;
    };
    const receiver = { begin: () => undefined, take };
    const read = await getPreImage(connectionTo(baseUrl), 'a', { mostBytes: MiB, receiver });
    expect(read).toMatchObject({ error: { code: 'unreadable-answer' } });
    expect(taken).toBeLessThan(2 * MiB);
  });

  test('that is broken is not understood', async () => {
    const { baseUrl } = await sending(Buffer.from('[]'));
    expect(await expenditureOf(connectionTo(baseUrl))).toMatchObject({ error: { code: 'unreadable-answer' } });
  });
});

test('a 404 in the service’s own error body is its word on the id, asked for once by each credential', async () => {
  const server = await answering((_, response) => json(response, 404, { error: 'No submission has this id' }));
  const result = await getSubmissionInfo(connectionTo(server.baseUrl), 'a');
  expect(result).toMatchObject({ ok: false, error: { code: 'not-found' } });
  expect(server.received).toHaveLength(2);
});

describe('bytes of a list that are handed on', () => {
  const thrown = (): never => {
    throw new Error('no thread');
  };
  const taken = (): void => undefined;

  test.each([
    ['begin with it', { begin: thrown, take: taken }],
    ['take a piece of it', { begin: taken, take: thrown }],
  ])('fail the request, and nothing else, where who is to have them cannot %s', async (_what, receiver) => {
    const { baseUrl, received } = await answering((_, response) => json(response, 200, [record]));
    expect(await getAllExpenditure(connectionTo(baseUrl), {}, receiver)).toMatchObject({
      ok: false,
      error: { code: 'unreadable-answer', detail: expect.stringContaining('Receiving it failed: Error: no thread') },
    });
    expect(received).toHaveLength(1);
  });
});

test('what is being read when all connections are hung up is not asked for again', async () => {
  const { baseUrl, received } = await answering(() => closeConnections());
  expect(await expenditureOf(connectionTo(baseUrl))).toMatchObject({ ok: false, error: { code: 'unreachable' } });
  expect(received).toHaveLength(1);
});

describe('each error', () => {
  test.each([
    [400, '{"error":"no"}', 'rejected'],
    [401, 'Unauthorized', 'unauthorised'],
    [404, '', 'not-found'],
    [406, '{"error":"not a UUID"}', 'not-an-id'],
    [429, '', 'rate-limited'],
    [500, '<html>', 'server-error'],
    [501, '{"error":"not final"}', 'not-final'],
    [200, '', 'unreadable-answer'],
    [200, '<html>', 'unreadable-answer'],
    [200, '[1', 'unreadable-answer'],
    [200, '{"state":"ERROR","message":"no"}', 'rejected'],
  ])('%i %s is %s', async (status, body, code) => {
    const server = await answering((_, response) => response.writeHead(status).end(body));
    const result = await getSubmissionInfo(connectionTo(server.baseUrl), 'a');
    expect(result).toMatchObject({ ok: false, error: { code, status } });
    expect(JSON.stringify(result)).toContain('/user/get_submission_info');
  });

  test('a read is repeated when the gateway hiccups', async () => {
    let asked = 0;
    const server = await answering((_, response) => {
      asked += 1;
      if (asked < 3) response.writeHead(502).end();
      else json(response, 200, []);
    });
    expect((await expenditureOf(connectionTo(server.baseUrl))).ok).toBe(true);
    expect(asked).toBe(3);
  });

  test('a read is repeated when the connection breaks', async () => {
    let asked = 0;
    const { baseUrl } = await listening((request, response) => {
      asked += 1;
      if (asked === 1) request.socket.destroy();
      else json(response, 200, []);
    });
    expect((await expenditureOf(connectionTo(baseUrl))).ok).toBe(true);
  });

  test('a rate limit comes back at once, with its end', async () => {
    const server = await answering((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    const result = await getAllTokens(connectionTo(server.baseUrl));
    expect(server.received).toHaveLength(1);
    expect(!result.ok && (result.error.retryAt ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
  });

  test('an answer that is longer than the limit is unreadable', async () => {
    const server = await answering((_, response) => response.end(`{"id":"${'a'.repeat(2 * 1024 * 1024)}"}`));
    expect(await getSubmissionInfo(connectionTo(server.baseUrl), 'a')).toMatchObject({
      ok: false,
      error: { code: 'unreadable-answer' },
    });
  });

  test('a refusal is read no further than a refusal needs, however long a list may be', async () => {
    const piece = Buffer.alloc(256 * 1024, 'x');
    let sent = 0;
    const server = await answering((_, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const go = (): void => {
        if (response.destroyed) return;
        if (sent >= 100 * 1024 * 1024) {
          response.end();
          return;
        }
        sent += piece.length;
        response.write(piece, go);
      };
      go();
    });
    const receiver = { begin: () => undefined, take: () => undefined };
    const result = await getAllExpenditure(connectionTo(server.baseUrl), {}, receiver);
    expect(result).toMatchObject({ ok: false, error: { code: 'server-error' } });
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  test('a missing token is said without asking', async () => {
    const connection = connectionTo('http://127.0.0.1:9', { credentials: { apiKey: null, accessToken: null } });
    expect(await getAllTokens(connection)).toMatchObject({ ok: false, error: { code: 'credential-missing' } });
  });

  test('a keychain that fails is said without its words', async () => {
    const connection = { ...connectionTo('http://127.0.0.1:9'), credentials: () => Promise.reject(new Error(apiKey)) };
    const result = await getAllTokens(connection);
    expect(result).toMatchObject({ ok: false, error: { code: 'credential-missing' } });
    expect(JSON.stringify(result)).not.toContain(apiKey);
  });

  test('cancelling ends the wait', async () => {
    const stop = new AbortController();
    const { baseUrl } = await listening(() => stop.abort());
    expect(await getAllTokens(connectionTo(baseUrl), {}, stop.signal)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    });
  });
});
