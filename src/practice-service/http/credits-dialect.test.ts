import { expect, test } from 'vitest';
import { z } from 'zod';
import { type PracticeServiceOptions, startingCredits } from '../options.ts';
import { startService, type TestService, temporaryFolder } from '../service.fixture.ts';

const credits = { dialect: 'credits' } as const;
const bareHash = /^[0-9a-f]{64}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;
const unknownId = '00000000-0000-4000-8000-000000000000';
const MIB = 1024 * 1024;
const KIB = 1024;

const accountAnswer = z.object({ data: z.object({ id: z.string(), credit_balance: z.string() }) });
const appsAnswer = z.object({ data: z.array(z.looseObject({ id: z.string(), credit_balance: z.string() })) });
const listAnswer = z.object({ data: z.array(z.looseObject({ id: z.string(), created_at: z.string() })) });
const recordAnswer = z.object({ submission: z.looseObject({ app_id: z.string(), created_at: z.string() }) });
const orderAnswer = z.object({ data: z.looseObject({ id: z.int() }) });

test.each([
  ['POST', '/user/submit_raw_data?token=ethereum'],
  ['POST', '/v1/user/submit_raw_data?token=ethereum'],
  ['GET', `/v1/user/get_submission_info?submission_id=${unknownId}`],
  ['GET', '/v1/user/get_all_tokens'],
  ['GET', '/user/get_all_expenditure'],
  ['POST', '/users/request_funds'],
  ['GET', '/token_map'],
])('%s %s is unknown', async (method, path) => {
  const service = await startService(credits);
  expect((await fetch(service.url + path, { method, headers: service.bearer })).status).toBe(404);
});

test('token_map is nested by chain', async () => {
  const service = await startService(credits);
  const chain = { ethereum: { token_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), token_decimals: 18n } };
  expect(await service.read('/v1/token_map', {})).toMatchObject({
    state: 'SUCCESS',
    data: { 11155111: chain, 84532: chain },
  });
});

test('a generated API key has 32 hexadecimal digits', async () => {
  const service = await startService(credits);
  expect(service.service.apiKey).toMatch(/^[0-9a-f]{32}$/);
});

test('get_user answers the account’s credits as text', async () => {
  const service = await startService(credits);
  expect(await service.read('/v1/user/get_user')).toEqual({
    state: 'SUCCESS',
    message: expect.any(String),
    data: {
      id: expect.any(String),
      name: expect.any(String),
      credit_balance: String(startingCredits.account),
      credit_used: '0',
      allocated_credit_balance: String(266 * MIB),
    },
  });
});

test('get_apps answers the credits of each app', async () => {
  const service = await startService({ ...credits, dataHash: 'encrypted' });
  const practice = {
    id: expect.any(String),
    created_at: expect.stringMatching(time),
    user_id: expect.any(String),
    app_id: 246n,
    credit_balance: String(256 * MIB),
    credit_used: '0',
    app_name: 'Practice',
    app_description: null,
    app_logo: null,
    credit_selection: 2n,
    fallback_credit_used: '0',
    encryption: true,
  };
  expect(await service.read('/v1/user/get_apps')).toEqual({
    state: 'SUCCESS',
    message: expect.any(String),
    data: [practice, expect.objectContaining({ app_name: 'Archive', app_id: 247n, encryption: false })],
  });
});

test('a pending record has null for the facts of its block', async () => {
  const service = await startService({ ...credits, blockTimeSeconds: 600 });
  const id = await service.accepted('x'.repeat(2365));
  const submission = {
    id,
    user_id: expect.any(String),
    extrinsic_index: null,
    amount_data: '2.31 KB',
    fees: null,
    to_address: null,
    block_number: null,
    block_hash: null,
    data_hash: null,
    tx_hash: null,
    created_at: expect.stringMatching(time),
    error: null,
    converted_fees: null,
    updated_at: expect.stringMatching(time),
    app_id: expect.any(String),
    wallet: null,
    retry_count: 0n,
    source: expect.any(String),
  };
  expect(await service.record(id)).toMatchObject({ submission, id, state: 'Pending', error: null });
  expect(await service.read('/v1/user/get_all_expenditure')).toEqual({
    state: 'SUCCESS',
    message: expect.any(String),
    data: { results: [submission] },
  });
});

test('a final record has what the user paid and what the operator paid', async () => {
  const service = await startService(credits);
  const id = await service.accepted('x'.repeat(2365));
  await expect.poll(() => service.record(id)).toMatchObject({ state: 'Finalized' });
  const record = await service.record(id);
  expect(record).toMatchObject({
    submission: {
      converted_fees: '2365',
      fees: '21236500000000',
      block_hash: expect.stringMatching(bareHash),
      data_hash: expect.stringMatching(bareHash),
      tx_hash: expect.stringMatching(bareHash),
    },
    data: { data_billed: '2365', fees: '21236500000000', tx_index: 1n },
  });
  expect(record).toHaveProperty('data.block_hash', expect.stringMatching(/^0x[0-9a-f]{64}$/));
});

test('a small submission costs 1,024 credits', async () => {
  const service = await startService(credits);
  const id = await service.accepted('x');
  await expect.poll(() => service.record(id)).toMatchObject({ submission: { converted_fees: '1024' } });
  expect(await appCredits(service)).toBe(String(256 * MIB - 1024));
});

test('an unknown submission is a 500, and an id that is no UUID a 406', async () => {
  const service = await startService(credits);
  const ask = (id: string) => service.get(`/v1/get_submission_info?submission_id=${id}`, service.apiKey);
  const unknown = await ask(unknownId);
  expect([unknown.status, await unknown.json()]).toEqual([500, { error: 'Record not found' }]);
  expect((await ask('mine')).status).toBe(406);
});

test.each([
  [0, 10 * KIB, KIB, 'assigned credits'],
  [1, KIB, 10 * KIB, 'fallback credits'],
  [2, 512, 512, 'credits'],
] as const)('credit_selection %i: a balance equal to the cost is an error', async (selection, account, app, purse) => {
  const service = await startService({ ...credits, credits: purses(account, app, selection) });
  const response = await service.submit('x');
  expect(response.status).toBe(200);
  const { submission_id: id } = await response.json();
  expect(await service.record(id)).toMatchObject({
    submission: { error: expect.stringMatching(`^Insufficient ${purse} for user id `), wallet: null },
    state: 'Error',
    data: null,
  });
});

test.each([
  [0, 0, 2048],
  [1, 2048, 0],
  [2, 1048, 1000],
] as const)(
  'credit_selection %i takes %i credits of the account and %i of the app',
  async (selection, account, app) => {
    const appCreditsBefore = selection === 2 ? 1000 : 10 * KIB;
    const service = await startService({ ...credits, credits: purses(10 * KIB, appCreditsBefore, selection) });
    const id = await service.accepted('x'.repeat(2048));
    await expect.poll(() => service.record(id)).toMatchObject({ state: 'Finalized' });
    expect(await service.record(id)).toMatchObject({ submission: { wallet: [...int128(account), ...int128(app)] } });
    expect(await accountCredits(service)).toBe(String(10 * KIB - account));
    expect(await service.read('/v1/user/get_apps')).toMatchObject({
      data: [{ credit_balance: String(appCreditsBefore - app), fallback_credit_used: String(account) }],
    });
  },
);

test('a submission that tokens paid for keeps its record, without a wallet', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir });
  const id = await first.accepted('x');
  await first.finalPlace(id);
  await first.service.close();
  const second = await startService({ ...credits, dataDir });
  expect(await second.record(id)).toMatchObject({ submission: { id, wallet: null }, state: 'Finalized' });
});

test('an order is paid by itself, and adds its credits', async () => {
  const service = await startService({ ...credits, blockTimeSeconds: 0.02 });
  const before = BigInt(await accountCredits(service));
  const registered = await (await service.post('/v1/user/register_credit_request', { chain: 11155111 })).json();
  expect(registered).toEqual({
    state: 'SUCCESS',
    message: expect.any(String),
    data: {
      id: 1,
      user_id: expect.any(String),
      chain_id: 11155111,
      amount_credit: null,
      request_status: 'PENDING',
      created_at: expect.stringMatching(time),
      request_type: 'DEPOSIT',
      tx_hash: null,
      token_address: null,
      amount_paid: null,
    },
  });
  const paid = {
    id: 1n,
    request_status: 'COMPLETED',
    tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    token_address: expect.stringMatching(/^0x/),
    amount_paid: expect.stringMatching(/^\d+$/),
    amount_credit: String(100 * MIB),
  };
  await expect.poll(() => service.read('/v1/user/request_fund_status?id=1')).toMatchObject({ data: [paid] });
  expect(await service.read('/v1/user/get_fund_list')).toMatchObject({ data: [paid] });
  expect(BigInt(await accountCredits(service)) - before).toBe(BigInt(100 * MIB));
});

test('an order keeps the transaction that the user names', async () => {
  const service = await startService({ ...credits, blockTimeSeconds: 600 });
  const id = await orderedId(service);
  const included = await service.post('/v1/user/add_inclusion_details', { order_id: id, tx_hash: '0xabc' });
  expect(await included.json()).toMatchObject({ data: { id, request_status: 'INCLUDED', tx_hash: '0xabc' } });
});

test('an unknown order has an empty list', async () => {
  const service = await startService(credits);
  expect(await service.read('/v1/user/request_fund_status?id=7')).toMatchObject({ data: [] });
});

test('a pending order survives a restart and is paid after it', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ ...credits, dataDir, blockTimeSeconds: 600 });
  await orderedId(first);
  await first.service.close();
  const second = await startService({ ...credits, dataDir });
  expect(await second.read('/v1/user/get_fund_list')).toMatchObject({ data: [{ request_status: 'COMPLETED' }] });
});

test.each([
  ['failing', 'FAILED'],
  ['endless', 'PENDING'],
] as const)('with the fault %s an order is %s', async (order, status) => {
  const service = await startService({ ...credits, faults: { order } });
  await orderedId(service);
  expect(await service.read('/v1/user/get_fund_list')).toMatchObject({ data: [{ request_status: status }] });
});

test('with the fault late-401 an order is made, although the answer is 401', async () => {
  const service = await startService({ ...credits, faults: { order: 'late-401' } });
  expect((await service.post('/v1/user/register_credit_request', { chain: 84532 })).status).toBe(401);
  expect(await service.read('/v1/user/get_fund_list')).toMatchObject({ data: [{ chain_id: 84532n }] });
});

test.each([{}, { chain: '1' }, { chain: 2 ** 31 }])('an order of %j is refused with 400', async (body) => {
  const service = await startService(credits);
  expect((await service.post('/v1/user/register_credit_request', body)).status).toBe(400);
});

test('without a limit a list has 100 entries', async () => {
  const service = await startService(credits);
  await Promise.all(Array.from({ length: 101 }, () => service.accepted('x')));
  const list = z.object({ data: z.object({ results: z.array(z.unknown()) }) });
  expect(list.parse(await service.read('/v1/user/get_all_expenditure')).data.results).toHaveLength(100);
});

test('pages by offset have each record once, and the total', async () => {
  const service = await startService(credits);
  const ids = await Promise.all(Array.from({ length: 5 }, () => service.accepted('x')));
  const pages = await Promise.all(
    [0, 2, 4, 6].map(async (offset) => {
      const page = await service.read(`/v1/user/get_all_expenditure?limit=2&offset=${offset}`);
      expect(page).toMatchObject({ state: 'SUCCESS', total: 5n });
      return listAnswer.parse(page).data.map(({ id }) => id);
    }),
  );
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
  expect(pages.flat().toSorted()).toEqual(ids.toSorted());
});

test('a time range includes both of its ends', async () => {
  const service = await startService(credits);
  const id = await service.accepted('x');
  const { submission } = recordAnswer.parse(await service.record(id));
  const { app_id: appId, created_at: at } = submission;
  const found = async (start: string, end: string, app = appId) =>
    listAnswer.parse(await service.read(timeRange(start, end, app))).data.map((record) => record.id);
  expect(await found(at, at)).toEqual([id]);
  expect(await found('2020-01-01T00:00:00', '2020-01-02T00:00:00')).toEqual([]);
  expect(await found('2020-01-01T00:00:00', '2100-01-01T00:00:00', unknownId)).toEqual([]);
});

test.each([
  '',
  `?start_date=2026-01-01T00:00:00&app_id=${unknownId}`,
  `?start_date=today&end_date=2026-01-01T00:00:00&app_id=${unknownId}`,
  '?start_date=2026-01-01T00:00:00&end_date=2026-01-01T00:00:00&app_id=mine',
])('the time range %j is refused with 400 in plain text', async (query) => {
  const service = await startService(credits);
  const response = await service.get(`/v1/user/get_expenditure_by_time_range${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
});

test('the monitor counts its retries, and stops at the limit until an operator resets them', async () => {
  const service = await startService({
    ...{ ...credits, retryFailedSeconds: 0.02, retryLimit: 2 },
    ...{ credits: purses(0, 0, 2), faults: { order: 'endless' } },
  });
  const id = await service.accepted('x');
  await expect.poll(() => service.record(id)).toMatchObject({ submission: { retry_count: 2n }, state: 'Error' });
  await orderedId(service);
  service.service.misbehave({ order: null });
  await expect.poll(() => accountCredits(service)).toBe(String(100 * MIB));
  expect(await service.record(id)).toMatchObject({ submission: { retry_count: 2n }, state: 'Error' });
  service.service.resetRetries();
  await expect.poll(() => service.record(id)).toMatchObject({ submission: { error: null }, state: 'Finalized' });
});

test('an app with app ids refuses a submission without one (400) and with another (403)', async () => {
  const service = await startService({ ...credits, allowedAppIds: [246, 7] });
  const missing = await service.submit('x');
  expect([missing.status, await missing.text()]).toEqual([400, 'x-avail-app-id header required for this app']);
  expect((await service.submit('x', { 'x-avail-app-id': '8' })).status).toBe(403);
  expect((await service.submit('x', { 'x-avail-app-id': '7' })).status).toBe(200);
});

test('the app id of a submission is in its transaction', async () => {
  const service = await startService(credits);
  const response = await service.submit('hello', { 'x-avail-app-id': '7' });
  const { extrinsic } = await service.finalPlace((await response.json()).submission_id);
  // The call, app id 7, and 5 bytes.
  expect(extrinsic).toMatch(/1d011c1468656c6c6f$/);
});

test('the bytes are plain before the block, and encrypted after it if the operator encrypts', async () => {
  const dataDir = await temporaryFolder();
  const bytesOf = async (service: TestService, id: string) =>
    Buffer.from(await (await service.get(`/v1/get_pre_image?submission_id=${id}`, service.apiKey)).arrayBuffer());
  const first = await startService({ ...credits, dataDir, dataHash: 'encrypted', blockTimeSeconds: 600 });
  const id = await first.accepted('the bytes');
  expect(await bytesOf(first, id)).toEqual(Buffer.from('the bytes'));
  await first.service.close();
  const second = await startService({ ...credits, dataDir });
  const { extrinsic } = await second.finalPlace(id);
  const encrypted = await bytesOf(second, id);
  expect([encrypted.length, encrypted[0]]).toEqual([65 + 'the bytes'.length, 4]);
  expect(extrinsic.endsWith(encrypted.toString('hex'))).toBe(true);
});

test('a blob’s transaction holds its hash and size instead of its bytes', async () => {
  const service = await startService({ ...credits, blobs: true });
  const id = await service.accepted('hello');
  const { extrinsic, data_hash: hash } = await service.finalPlace(id);
  // Keccak-256 of `hello`.
  expect(hash).toBe('1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8');
  expect(extrinsic).toMatch(new RegExp(`1d05d903${hash}0500000000000000c0[0-9a-f]{96}$`));
});

test('a gateway answers 429 as a page, without headers of a limit', async () => {
  const service = await startService({ ...credits, rateLimit: { requests: 1, seconds: 600, gateway: true } });
  expect((await service.get('/v1/user/get_user')).headers.get('x-ratelimit-limit')).toBeNull();
  const refused = await service.get('/v1/user/get_user');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html']);
  expect([refused.headers.get('x-ratelimit-reset'), refused.headers.get('retry-after')]).toEqual([null, null]);
});

/** An account with one app. */
function purses(account: number, app: number, selection: 0 | 1 | 2): PracticeServiceOptions['credits'] {
  return { account, apps: [{ name: 'Only', networkAppId: 246, credits: app, selection }] };
}

async function accountCredits(service: TestService): Promise<string> {
  return accountAnswer.parse(await service.read('/v1/user/get_user')).data.credit_balance;
}

async function appCredits(service: TestService): Promise<string | undefined> {
  return appsAnswer.parse(await service.read('/v1/user/get_apps')).data[0]?.credit_balance;
}

async function orderedId(service: TestService): Promise<number> {
  const response = await service.post('/v1/user/register_credit_request', { chain: 11155111 });
  return orderAnswer.parse(await response.json()).data.id;
}

function timeRange(start: string, end: string, appId: string): string {
  return `/v1/user/get_expenditure_by_time_range?start_date=${start}&end_date=${end}&app_id=${appId}`;
}

/** A small number as 16 big-endian bytes, as `read` answers them. */
function int128(value: number): bigint[] {
  return [...Buffer.from(value.toString(16).padStart(32, '0'), 'hex')].map(BigInt);
}
