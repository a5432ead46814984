import { expect, test } from 'vitest';
import { startingTokens } from '../options.ts';
import { fillLedger, problem, startService, temporaryFolder } from '../service.fixture.ts';

const dai = '0x5f01Dc8E9b7A43620cE1d5F8bA96e0734D2c1B9E';
const largest = 2n ** 256n - 1n;
const deposit = (amount: string, address: string = dai): string =>
  `{"token_address":"${address}","amount_deposited":${amount},"chain_id":1}`;

test('a new account holds the starting tokens', async () => {
  const service = await startService();
  expect(await service.read('/user/get_all_tokens')).toEqual(
    startingTokens.map((token, index) => ({
      token_details_id: BigInt(index + 1),
      user_id: expect.any(String),
      token_address: token.address.toLowerCase(),
      token_balance: token.balance.toString(),
    })),
  );
});

test('limit shortens the list of tokens', async () => {
  const service = await startService();
  expect(await service.read('/user/get_all_tokens?limit=2')).toHaveLength(2);
  expect(await service.read('/user/get_all_tokens?limit=0')).toEqual([]);
});

test('expenditure is an array of records, the newest first', async () => {
  const service = await startService();
  expect(await service.read('/user/get_all_expenditure')).toEqual([]);
  const first = await service.accepted('1');
  const second = await service.accepted('2');
  const third = await service.accepted('3');
  const ids = [third, second, first].map((id) => expect.objectContaining({ id }));
  expect(await service.read('/user/get_all_expenditure')).toEqual(ids);
  expect(await service.read('/user/get_all_expenditure?limit=2')).toEqual(ids.slice(0, 2));
  expect(await service.read('/user/get_all_expenditure?limit=99999999999999999999')).toEqual(ids);
});

test('a list longer than a page is whole and without repetition', async () => {
  const dataDir = await temporaryFolder();
  const ids = await fillLedger(dataDir, 1_050);
  const service = await startService({ dataDir });
  const listed = await service.read('/user/get_all_expenditure');
  const listedIds = Array.isArray(listed) ? listed.map((record) => record.id) : [];
  expect(listedIds).toEqual(ids.toReversed());
  expect(await service.read('/user/get_all_expenditure?limit=777')).toHaveLength(777);
});

test.each(['-1', 'ten', '1.5', '', '1e3', '1&limit=2'])('the limit %j is refused with 400', async (limit) => {
  const service = await startService();
  for (const list of ['get_all_expenditure', 'get_all_tokens']) {
    expect(await problem(await service.get(`/user/${list}?limit=${limit}`))).toMatchObject({ status: 400 });
  }
});

test('a deposit credits its token under both paths', async () => {
  const service = await startService();
  for (const path of ['/user/request_funds', '/users/request_funds']) {
    expect((await service.requestFunds(deposit('500'), path)).status).toBe(200);
  }
  expect(await service.balance(4)).toBe(1000n);
});

test('a deposit pays for what was refused before', async () => {
  const service = await startService();
  expect((await service.submitFor('dai', 'x')).status).toBe(402);
  await service.requestFunds(deposit('1000000000000000000'));
  expect((await service.submitFor('dai', 'x')).status).toBe(200);
});

test('a deposit of 2^256-1 loses no digit, and one more can be added', async () => {
  const service = await startService();
  const response = await service.requestFunds(deposit(largest.toString()));
  expect(await response.json()).toMatchObject({ token_balance: largest.toString() });
  await service.requestFunds(deposit('1'));
  expect(await service.balance(4)).toBe(2n ** 256n);
});

test('deposits at the same time all count', async () => {
  const service = await startService();
  await Promise.all(Array.from({ length: 20 }, () => service.requestFunds(deposit('90071992547409930'))));
  expect(await service.balance(4)).toBe(20n * 90071992547409930n);
});

test('the letter case of a token address does not matter', async () => {
  const service = await startService();
  expect((await service.requestFunds(deposit('1', dai.toLowerCase()))).status).toBe(200);
});

test.each([
  ['an unknown token', deposit('1', '0x0000000000000000000000000000000000000000')],
  ['nothing', deposit('0')],
  ['a negative amount', deposit('-1')],
  ['a decimal amount', deposit('1.5')],
  ['an amount with an exponent', deposit('1e18')],
  ['an amount as text', deposit('"1"')],
  ['more than 2^256-1', deposit((largest + 1n).toString())],
  ['a missing chain', `{"token_address":"${dai}","amount_deposited":1}`],
  ['a list', '[]'],
  ['no JSON', 'deposit please'],
  ['an empty body', ''],
])('a deposit of %s is refused with 400', async (_what, body) => {
  const service = await startService();
  expect(await problem(await service.requestFunds(body))).toMatchObject({ status: 400 });
  expect(await service.balance(4)).toBe(0n);
});

test('a deposit must be called JSON and be short', async () => {
  const service = await startService();
  const untyped = await service.requestFunds(deposit('1'), '/users/request_funds', { 'content-type': 'text/plain' });
  expect(untyped.status).toBe(415);
  expect((await service.requestFunds(deposit('1'.repeat(70_000)))).status).toBe(413);
});
