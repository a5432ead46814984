import { afterEach, expect, test, vi } from 'vitest';
import { accountId, type BalancesRig, closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const tokenAddress = `0x${'aa'.repeat(20)}`;
const contract = `0x${'c0'.repeat(20)}`;
const asked = { accountId, chainId: '84532', tokenAddress, amount: '1500000', contract };
const DAY_MS = 86_400_000;

type Listed = Readonly<Record<string, unknown>> & { readonly id: number };

/** A service with orders that a test changes. `failing`: the endpoint that answers 500. `gone`: the one that answers 404. */
async function serve() {
  const said = { orders: [] as readonly Listed[], failing: '', gone: '', before: () => Promise.resolve() };
  const server = await answering(async ({ url }, response) => {
    await said.before();
    if (said.gone !== '' && url.includes(said.gone)) return json(response, 404, {});
    if (said.failing !== '' && url.includes(said.failing)) return json(response, 500, { error: 'Something broke' });
    if (url.includes('register_credit_request')) {
      const order = { id: said.orders.length + 1, chain_id: 84532, request_status: 'PENDING' };
      said.orders = [...said.orders, order];
      return json(response, 200, { state: 'SUCCESS', message: 'ok', data: order });
    }
    if (url.includes('get_fund_list'))
      return json(response, 200, { state: 'SUCCESS', message: 'ok', data: said.orders });
    if (url.includes('token_map')) {
      const ether = { token_address: tokenAddress, token_decimals: 6 };
      return json(response, 200, { data: { '84532': { alpha: ether }, '424242': { beta: ether } } });
    }
    json(response, 404, {});
  });
  const connection = connectionTo(server.baseUrl);
  const report = (id: number, fields: Readonly<Record<string, unknown>>): void => {
    said.orders = said.orders.map((order) => (order.id === id ? { ...order, ...fields } : order));
  };
  return { said, server, connection, report };
}

const statesOf = (rig: BalancesRig) => rig.orders.list(accountId).orders.map(({ state }) => state.kind);
const noticesOf = ({ events }: BalancesRig) =>
  events.flatMap((event) => (event.kind === 'notice' ? [event.notice.code] : []));

test('a registered order is listed with its payment', async () => {
  const { connection } = await serve();
  const rig = await openBalancesRig({ connection, now: () => Date.parse('2026-07-01T10:00:00Z') });
  await rig.balances.refresh(accountId);
  expect(await rig.orders.register(asked)).toMatchObject({ ok: true });
  expect(rig.orders.list(accountId).orders).toEqual([
    {
      orderId: '1',
      chainId: '84532',
      createdAt: '2026-07-01T10:00:00.000Z',
      state: { kind: 'pending' },
      payment: { tokenAddress, token: { name: 'alpha', decimals: 6 }, amount: '1500000', contract },
    },
  ]);
});

test('the tokens that can be paid are those that the service names on a chain, also after a restart', async () => {
  const { connection } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.balances.refresh(accountId);
  await rig.restart({ connection: null });
  expect(rig.orders.list(accountId).tokens).toEqual([
    { name: 'alpha', tokenAddress, decimals: 6, chainId: '84532' },
    { name: 'beta', tokenAddress, decimals: 6, chainId: '424242' },
  ]);
});

test('an order is followed to its end across a restart, and the user is notified once', async () => {
  const { connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  report(1, { request_status: 'included', tx_hash: '0xab' });
  await rig.orders.read(accountId);
  expect(rig.orders.list(accountId).orders[0]?.state).toEqual({ kind: 'included', txHash: '0xab' });
  await rig.restart();
  report(1, { request_status: 'COMPLETED', amount_credit: 104857600, tx_hash: '0xab' });
  for (let count = 0; count < 2; count += 1) await rig.orders.read(accountId);
  expect(rig.orders.list(accountId).orders[0]?.state).toEqual({
    kind: 'completed',
    credits: '104857600',
    txHash: '0xab',
    at: expect.any(String),
  });
  expect(noticesOf(rig)).toEqual(['credits-added']);
});

test('an order with an unknown status does not ask for a payment, and is followed to its end', async () => {
  const { connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  for (const [status, kind] of [
    ['EXPIRED', 'unclear'],
    ['PENDING', 'unclear'],
    ['INCLUDED', 'included'],
  ]) {
    report(1, { request_status: status });
    await rig.orders.read(accountId);
    expect(rig.orders.list(accountId).orders[0]?.state.kind).toBe(kind);
  }
});

test('a restart continues to follow an open order without the user', async () => {
  const { connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  report(1, { request_status: 'FAILED' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await rig.restart();
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  await rig.until(() => statesOf(rig)[0] === 'failed');
  expect(noticesOf(rig)).toEqual([]);
});

test('an open order is read after 15 seconds, then less and less often up to five minutes', async () => {
  const { connection } = await serve();
  let readings = -1;
  const rig = await openBalancesRig({
    get connection() {
      readings += 1;
      return connection;
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await rig.orders.register(asked);
  for (const [index, seconds] of [15, 30, 60, 120, 240, 300, 300].entries()) {
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(readings).toBe(index);
    vi.advanceTimersByTime(1);
    expect(readings).toBe(index + 1);
    await rig.orders.read(accountId);
  }
});

test.each([
  ['failed', 'FAILED', 0],
  ['a week old', 'PENDING', 8 * DAY_MS],
])('an order that is %s is not read again without the user', async (_what, status, laterMs) => {
  const { connection, report } = await serve();
  let [now, readings] = [Date.now(), 0];
  const rig = await openBalancesRig({
    get connection() {
      readings += 1;
      return connection;
    },
    now: () => now,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await rig.orders.register(asked);
  report(1, { request_status: status });
  now += laterMs;
  await rig.orders.read(accountId);
  const before = readings;
  vi.advanceTimersByTime(600_000);
  expect(readings).toBe(before);
});

test('an order whose answer is lost is listed as the service lists it', async () => {
  const { said, connection } = await serve();
  said.orders = [{ id: 7, chain_id: 424242, request_status: 'PENDING', created_at: '2026-07-01T10:00:00' }];
  said.failing = 'register_credit_request';
  const rig = await openBalancesRig({ connection });
  expect(await rig.orders.register(asked)).toMatchObject({ error: { code: 'order-in-doubt' } });
  await rig.orders.read(accountId);
  expect(rig.orders.list(accountId).orders).toEqual([
    {
      orderId: '7',
      chainId: '424242',
      createdAt: '2026-07-01T10:00:00Z',
      state: { kind: 'pending' },
      payment: null,
    },
  ]);
});

test('an open order that the service does not list any more says so, a completed one stays', async () => {
  const { said, connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  await rig.orders.register(asked);
  report(1, { request_status: 'COMPLETED' });
  await rig.orders.read(accountId);
  said.orders = [];
  await rig.orders.read(accountId);
  expect(statesOf(rig).sort()).toEqual(['completed', 'not-listed']);
});

test('an order that is missing from the list for a while is followed to its end', async () => {
  const { said, connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  const { orders } = said;
  said.orders = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await rig.orders.read(accountId);
  expect(statesOf(rig)).toEqual(['not-listed']);
  said.orders = orders;
  report(1, { request_status: 'COMPLETED' });
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  await rig.until(() => statesOf(rig)[0] === 'completed');
  expect(noticesOf(rig)).toEqual(['credits-added']);
});

test.each([
  ['INCLUDED', ['PENDING', 'A NEW WORD']],
  ['COMPLETED', ['PENDING', 'A NEW WORD', 'INCLUDED']],
  ['FAILED', ['PENDING', 'A NEW WORD', 'INCLUDED']],
])('an order that was %s does not go back to %j', async (status, words) => {
  const { connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  report(1, { request_status: status });
  await rig.orders.read(accountId);
  for (const word of words) {
    report(1, { request_status: word });
    await rig.orders.read(accountId);
    expect(statesOf(rig)).toEqual([status.toLowerCase()]);
  }
});

test('an order with the same id on another chain is another order', async () => {
  const { connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  report(1, { chain_id: 1, request_status: 'COMPLETED' });
  await rig.orders.read(accountId);
  expect(rig.orders.list(accountId).orders).toMatchObject([
    { chainId: '84532', state: { kind: 'not-listed' } },
    { chainId: '1', state: { kind: 'completed' }, payment: null },
  ]);
  expect(noticesOf(rig)).toEqual([]);
});

test('a service that has no list of orders any more leaves them as they are and says why', async () => {
  const { said, connection, report } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  said.gone = 'get_fund_list';
  await rig.orders.read(accountId);
  expect(rig.orders.list(accountId)).toMatchObject({
    orders: [{ state: { kind: 'pending' }, payment: { amount: '1500000', contract } }],
    trouble: { code: 'not-offered' },
  });
  said.gone = '';
  report(1, { request_status: 'COMPLETED' });
  await rig.orders.read(accountId);
  expect(rig.orders.list(accountId)).toMatchObject({ orders: [{ state: { kind: 'completed' } }], trouble: null });
});

test('a reading that fails changes no order and says why', async () => {
  const { said, connection } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  said.failing = 'get_fund_list';
  expect(await rig.orders.read(accountId)).toMatchObject({ ok: false });
  expect(rig.orders.list(accountId)).toMatchObject({
    orders: [{ state: { kind: 'pending' } }],
    trouble: { code: 'server-error' },
  });
});

test('an account with another address keeps its orders, without their payment contract', async () => {
  const { connection } = await serve();
  const rig = await openBalancesRig({ connection });
  await rig.orders.register(asked);
  await rig.orders.moved(accountId);
  expect(rig.orders.list(accountId).orders).toMatchObject([
    { orderId: '1', state: { kind: 'not-listed' }, payment: { contract: null } },
  ]);
});

test('an order that is registered while the account moves has no payment contract', async () => {
  const { said, connection } = await serve();
  const rig = await openBalancesRig({ connection });
  said.before = () => rig.orders.moved(accountId);
  await rig.orders.register(asked);
  expect(rig.orders.list(accountId).orders).toMatchObject([
    { orderId: '1', state: { kind: 'not-listed' }, payment: { contract: null } },
  ]);
});

test('a reading after the account moved does not join the stopped one', async () => {
  const { connection } = await serve();
  const rig = await openBalancesRig({ connection });
  const stopped = rig.orders.read(accountId);
  const moved = rig.orders.moved(accountId);
  const next = rig.orders.read(accountId);
  expect(await stopped).toMatchObject({ error: { code: 'cancelled' } });
  // The end of the stopped reading leaves the next one alone.
  expect(rig.orders.read(accountId)).toBe(next);
  expect(await next).toMatchObject({ ok: true });
  await moved;
});
