import { afterEach, expect, test } from 'vitest';
import { standardLimits } from '../exchange.ts';
import { accessToken, answering, cleanUp, connectionTo, json, listening } from '../scripted-server.fixture.ts';
import { requestFunds } from './request-funds.ts';

afterEach(cleanUp);

const deposit = { tokenAddress: '0xAbC', amountDeposited: 2n ** 256n - 1n, chainId: 11155111n };

test('a deposit is registered with bare integers of any size', async () => {
  const server = await answering((_, response) => json(response, 200, { message: 'done' }));
  expect(await requestFunds(connectionTo(server.baseUrl), deposit)).toEqual({
    kind: 'registered',
    path: '/users/request_funds',
    answer: '{"message":"done"}',
  });
  expect(server.received[0]?.body.toString()).toBe(
    `{"token_address":"0xAbC","amount_deposited":${2n ** 256n - 1n},"chain_id":11155111}`,
  );
  expect(server.received[0]?.headers).toMatchObject({
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
  });
});

test.each([404, 405])('a %i on one path leads to the other', async (status) => {
  const server = await answering(({ url }, response) =>
    url === '/user/request_funds' ? response.writeHead(204).end() : response.writeHead(status).end(),
  );
  expect(await requestFunds(connectionTo(server.baseUrl), deposit)).toMatchObject({
    kind: 'registered',
    path: '/user/request_funds',
  });
});

test.each([
  [404, '{"error":"Unknown token ethereum2"}'],
  [404, '{"state":"ERROR","message":"Token is not whitelisted"}'],
  [404, '{"status":"error","message":"No such user"}'],
  [405, '{"error":"Deposits are closed"}'],
])(
  '%i %s is the service’s own word, which is not asked for a second time under the other path',
  async (status, body) => {
    const server = await answering((_, response) => response.writeHead(status).end(body));
    const outcome = await requestFunds(connectionTo(server.baseUrl), deposit);
    const values = { why: 'refused', said: expect.stringMatching(/./) };
    expect(outcome).toMatchObject({ kind: 'refused', again: false, error: { status, values } });
    expect(server.received).toHaveLength(1);
  },
);

test.each([
  '{"error":"Not Found","message":"Route POST:/users/request_funds not found","statusCode":404}',
  '{"error":"No such endpoint: POST /users/request_funds"}',
  '{"detail":"Not Found"}',
  'Cannot POST /users/request_funds',
  '<html>404</html>',
  '',
])('a 404 of a router, %j, leads to the other path', async (body) => {
  const server = await answering(({ url }, response) =>
    url === '/user/request_funds' ? response.end() : response.writeHead(404).end(body),
  );
  expect(await requestFunds(connectionTo(server.baseUrl), deposit)).toMatchObject({ kind: 'registered' });
  expect(server.received).toHaveLength(2);
});

test('a 404 that breaks off in what may have been an error body is not followed by a second request', async () => {
  const { baseUrl, received } = await answering((_, response) => {
    response.writeHead(404, { 'content-length': '100' }).write('{"error":"Unknown tok');
    setImmediate(() => response.destroy());
  });
  expect(await requestFunds(connectionTo(baseUrl), deposit)).toMatchObject({ kind: 'unknown' });
  expect(received).toHaveLength(1);
});

test.each([
  [400, '{"error":"token not whitelisted"}', { kind: 'refused', again: false }],
  [401, 'Unauthorized', { kind: 'refused', again: false }],
  [429, '', { kind: 'refused', again: true }],
  [500, '{"error":"database"}', { kind: 'unknown' }],
  [503, '{"error":"busy"}', { kind: 'unknown' }],
  [302, '', { kind: 'unknown' }],
  [500, '<html>', { kind: 'unknown' }],
  [502, '', { kind: 'unknown' }],
  [200, '<html>Welcome</html>', { kind: 'unknown' }],
  [200, '{"state":"ERROR","message":"no"}', { kind: 'unknown' }],
  [200, '{"error":"token not whitelisted"}', { kind: 'unknown' }],
  [200, '{"error":null,"message":"done"}', { kind: 'registered' }],
  [200, '{"success":false,"message":"unknown token"}', { kind: 'unknown' }],
  [200, '{"data":{"state":"ERROR","message":"no"}}', { kind: 'unknown' }],
  [200, 'Deposit registered', { kind: 'unknown' }],
  [200, '"deposit not found"', { kind: 'unknown' }],
  [200, '\u0000o\u0000k', { kind: 'unknown' }],
  [404, '{"state":"SUCCESS","message":"Deposit registered"}', { kind: 'unknown', error: { code: 'id-in-doubt' } }],
  [405, '{"state":"SUCCESS","data":{"id":"a"}}', { kind: 'unknown' }],
  [429, '{"state":"SUCCESS","message":"Deposit registered"}', { kind: 'unknown' }],
])('%i %s is sent once and ends as %j', async (status, body, expected) => {
  const server = await answering((_, response) => response.writeHead(status).end(body));
  expect(await requestFunds(connectionTo(server.baseUrl), deposit)).toMatchObject(expected);
  expect(server.received).toHaveLength(1);
});

test('an answer that does not come leaves it unknown', async () => {
  const { baseUrl } = await listening((request) => void request.resume());
  const outcome = await requestFunds(connectionTo(baseUrl), deposit, undefined, { ...standardLimits, answerMs: 100 });
  expect(outcome.kind).toBe('unknown');
});
