import { expect, test } from 'vitest';
import { problem, startService } from '../service.fixture.ts';

const behindToken = [
  ['POST', '/user/submit_raw_data?token=avail'],
  ['POST', '/user/request_funds'],
  ['POST', '/users/request_funds'],
  ['GET', '/user/get_submission_info?submission_id=00000000-0000-4000-8000-000000000000'],
  ['GET', '/user/get_all_expenditure'],
  ['GET', '/user/get_all_tokens'],
] as const;

test('a missing or wrong API key is 401', async () => {
  const service = await startService();
  expect(await problem(await service.submit('x', { 'x-api-key': 'wrong' }))).toEqual({
    status: 401,
    error: 'Invalid API key',
  });
  expect(await problem(await service.submit('x', { 'x-api-key': '' }))).toEqual({
    status: 401,
    error: 'Missing API key',
  });
});

test.each(behindToken)('%s %s with a missing or wrong token is 401', async (method, path) => {
  const service = await startService();
  const attempts = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: service.service.accessToken },
    service.apiKey,
  ];
  for (const headers of attempts) {
    const response = await fetch(service.url + path, { method, headers });
    expect(await problem(response)).toMatchObject({ status: 401 });
  }
});

test('the access token does not open the door of the API key', async () => {
  const service = await startService();
  expect((await service.submit('x', { 'x-api-key': service.service.accessToken })).status).toBe(401);
});

test('credentials are made up when none are given, and differ between services', async () => {
  const [one, other] = [await startService(), await startService()];
  const all = [one.service.apiKey, one.service.accessToken, other.service.apiKey, other.service.accessToken];
  expect(new Set(all).size).toBe(4);
});
