import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillLedger, startService, temporaryFolder } from '../service.fixture.ts';

const deployed = { dialect: 'deployed' } as const;
const bareHash = /^[0-9a-f]{64}$/;
const mixedCaseAddress = /^0x(?=[0-9a-fA-F]*[a-f])(?=[0-9a-fA-F]*[A-F])[0-9a-fA-F]{40}$/;
const fractionalTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;

test('a pending submission comes wrapped, with its state', async () => {
  const service = await startService({ ...deployed, blockTimeSeconds: 600 });
  const id = await service.accepted('x'.repeat(2365));
  expect(await service.record(id)).toMatchObject({
    submission: { id, amount_data: '2.31 KB', fees: null, data_hash: null, block_number: null },
    id,
    state: 'Pending',
    error: null,
    data: {},
  });
});

test('a finalized submission has bare hashes, a mixed-case address and more fields', async () => {
  const service = await startService(deployed);
  const id = await service.accepted('x');
  await expect.poll(() => service.record(id)).toMatchObject({ state: 'Finalized' });
  expect(await service.record(id)).toMatchObject({
    submission: {
      created_at: expect.stringMatching(fractionalTime),
      block_hash: expect.stringMatching(bareHash),
      data_hash: expect.stringMatching(bareHash),
      tx_hash: expect.stringMatching(bareHash),
      to_address: expect.stringMatching(mixedCaseAddress),
      payment_token: 'ethereum',
      block_number: expect.any(BigInt),
      error: null,
    },
  });
});

test('expenditure comes wrapped, by id instead of by date, pending fields absent', async () => {
  const service = await startService({ ...deployed, blockTimeSeconds: 600 });
  const ids: string[] = [];
  for (const body of ['1', '2', '3', '4', '5', '6']) ids.push(await service.accepted(body));
  const list = await service.read('/user/get_all_expenditure');
  expect(list).toEqual({
    state: 'SUCCESS',
    message: expect.any(String),
    data: { results: ids.toSorted().map((id) => expect.objectContaining({ id })) },
  });
  expect(list).not.toHaveProperty('data.results.0.fees');
  expect(await service.read('/v1/user/get_all_expenditure?limit=2')).toMatchObject({
    data: { results: [{}, {}] },
  });
});

test('without a limit a list ends at the cap of the deployment', async () => {
  const dataDir = await temporaryFolder();
  await fillLedger(dataDir, 1_050);
  const service = await startService({ ...deployed, dataDir });
  const lengthOf = async (query: string): Promise<number> => {
    const body = await (await service.get(`/user/get_all_expenditure${query}`)).text();
    return body.match(/"amount_data"/g)?.length ?? 0;
  };
  expect(await lengthOf('')).toBe(1000);
  expect(await lengthOf('?limit=2000')).toBe(1050);
});

test('token balances come as bare numbers with all of their digits', async () => {
  const service = await startService(deployed);
  const response = await service.get('/user/get_all_tokens');
  expect(await response.text()).toContain('"token_balance":100000000000000000000,');
  expect(await service.read('/v1/user/get_all_tokens?limit=1')).toMatchObject({
    results: [{ token_address: expect.stringMatching(mixedCaseAddress), token_used: '0', token_amount_locked: '0' }],
  });
});

test('token_map comes wrapped under both of its paths', async () => {
  const service = await startService(deployed);
  for (const path of ['/token_map', '/v1/token_map']) {
    expect(await service.read(path, {})).toMatchObject({
      state: 'SUCCESS',
      data: { avail: { token_address: expect.stringMatching(mixedCaseAddress), token_decimals: 18n } },
    });
  }
});

test('request_funds has one path, and answers the amount as a bare number', async () => {
  const service = await startService(deployed);
  const amount = 2n ** 256n - 1n;
  const address = '0x5f01Dc8E9b7A43620cE1d5F8bA96e0734D2c1B9E';
  const body = `{"token_address":"${address}","amount_deposited":${amount},"chain_id":1}`;
  expect((await service.requestFunds(body, '/user/request_funds')).status).toBe(404);
  expect((await service.requestFunds(body, '/v1/user/request_funds')).status).toBe(404);
  const response = await service.requestFunds(body);
  expect(await response.text()).toContain(`"amount_deposited":${amount},`);
});

test('the bearer family answers under /v1/user too', async () => {
  const service = await startService(deployed);
  const headers = { ...service.bearer, 'content-type': 'application/json' };
  const url = `${service.url}/v1/user/submit_raw_data?token=usd-coin`;
  const response = await fetch(url, { method: 'POST', headers, body: '101' });
  const { submission_id: id } = await response.json();
  expect(await service.read(`/v1/user/get_submission_info?submission_id=${id}`)).toMatchObject({ id });
});

test('records and bytes can be read with the API key alone', async () => {
  const service = await startService(deployed);
  const id = await service.accepted('the bytes');
  const image = `/v1/get_pre_image?submission_id=${id}`;
  await expect.poll(async () => (await service.get(image, service.apiKey)).status).toBe(200);
  expect(await (await service.get(image, service.apiKey)).text()).toBe('the bytes');
  expect(await service.read(`/v1/get_submission_info?submission_id=${id}`, service.apiKey)).toMatchObject({ id });
  expect((await service.get(image)).status).toBe(401);
});

test('bytes are there before the block too; where nobody has them any more it is 501, in plain text', async () => {
  const service = await startService({ ...deployed, blockTimeSeconds: 600 });
  const id = await service.accepted('x');
  const image = (asked: string) => service.get(`/v1/get_pre_image?submission_id=${asked}`, service.apiKey);
  expect(await (await image(id)).text()).toBe('x');
  await rm(join(service.dataDir, 'submissions', id));
  const gone = await image(id);
  expect([gone.status, gone.headers.get('content-type')]).toEqual([501, 'text/plain; charset=utf-8']);
  expect((await image('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await image('mine')).status).toBe(406);
});

test('an error comes in one of several forms, and a 429 without a body', async () => {
  const service = await startService({ ...deployed, payloadLimitBytes: 10 });
  const textOf = async (response: Response): Promise<unknown> => [
    response.status,
    response.headers.get('content-type'),
    await response.text(),
  ];
  const plain = 'text/plain; charset=utf-8';
  expect(await textOf(await service.submit('x', { 'x-api-key': '' }))).toEqual([401, plain, 'Missing API key']);
  expect(await textOf(await service.get('/user/get_all_tokens', {}))).toEqual([401, plain, 'Unauthorized']);
  expect(await textOf(await service.submit('x'.repeat(11)))).toEqual([413, plain, expect.stringContaining('10 bytes')]);
  const unknown = await service.get('/user/get_submission_info?submission_id=00000000-0000-4000-8000-000000000000');
  expect([unknown.status, await unknown.json()]).toEqual([404, { state: 'ERROR', error: expect.any(String) }]);
  const unnamed = await service.submitFor('nothing', 'x');
  expect([unnamed.status, await unnamed.json()]).toEqual([400, { status: 'error', message: expect.any(String) }]);
  const busy = await startService({ ...deployed, rateLimit: { requests: 1, seconds: 600 } });
  await busy.submit('x');
  const refused = await busy.submit('x');
  expect([refused.status, await refused.text()]).toEqual([429, '']);
});
