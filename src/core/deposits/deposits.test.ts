import { afterEach, expect, test } from 'vitest';
import { accountId, closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import {
  asked,
  balanceOf,
  behindFaults,
  connectionOf,
  dai,
  ended,
  ethereum,
  serve,
  usdCoin,
} from './deposits.fixture.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const largest = 2n ** 256n - 1n;

test.each(['documented', 'deployed'] as const)(
  'in the %s dialect amounts of any size are registered to the last unit',
  async (dialect) => {
    const service = await serve(dialect);
    const rig = await openBalancesRig({ connection: connectionOf(service) });
    for (const [token, amount] of [
      [dai, largest],
      [ethereum, 1n],
      [usdCoin, 1_500_001n],
    ] as const) {
      await rig.balances.refresh(accountId);
      const before = await balanceOf(service, token);
      await rig.deposits.register(asked(amount, token));
      await ended(rig);
      expect(await balanceOf(service, token)).toBe(before + amount);
      expect(rig.deposit()).toMatchObject({
        amount: amount.toString(),
        state: { kind: 'registered' },
        balanceBefore: { balance: before.toString() },
      });
    }
    expect(rig.deposit().token).toEqual({ name: 'usd-coin', decimals: 6 });
  },
);

test('the attempt is in the journal before its first byte leaves', async () => {
  const kinds: string[] = [];
  const server = await answering(({ url }, response) => {
    if (url.includes('request_funds')) kinds.push(rig.deposit().state.kind);
    json(response, 200, url.includes('get_all_tokens') ? [] : {});
  });
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl) });
  await rig.deposits.register(asked(5n));
  await ended(rig);
  expect(kinds).toEqual(['registering']);
  const body = server.received.find(({ url }) => url.includes('request_funds'))?.body.toString();
  expect(body).toBe(`{"token_address":"${ethereum}","amount_deposited":5,"chain_id":1}`);
});

test.each([
  ['a connection that ends', { kind: 'reset-when-whole', forwarded: true }],
  ['silence', { kind: 'silence', forwarded: true }],
  ['a gateway’s page', { kind: 'answer', forwarded: true, status: 502, headers: {}, body: '<html>' }],
] as const)('an answer lost to %s leaves it unknown, and it is never sent again by itself', async (_, fault) => {
  const { service, proxy, rig } = await behindFaults([fault]);
  const before = await balanceOf(service, ethereum);
  await rig.deposits.register(asked(700n));
  await ended(rig);
  expect(rig.deposit().state.kind).toBe('unknown');
  await rig.restart();
  await rig.balances.refresh(accountId);
  expect(rig.deposit().state.kind).toBe('unknown');
  expect(proxy.submissions()).toBe(1);
  expect(await balanceOf(service, ethereum)).toBe(before + 700n);

  await rig.deposits.settle(rig.deposit().id, true);
  expect(rig.deposit().state).toMatchObject({ kind: 'registered', answer: null });
  expect(proxy.submissions()).toBe(1);
});

test('the user settles an unknown deposit once, and only an unknown one', async () => {
  const { proxy, rig } = await behindFaults([{ kind: 'reset-when-whole', forwarded: false }]);
  await rig.deposits.register(asked(700n));
  await ended(rig);
  const { id } = rig.deposit();
  expect(await rig.deposits.settle(id, false)).toMatchObject({ ok: true });
  expect(rig.deposit().state.kind).toBe('not-registered');
  expect(await rig.deposits.settle(id, true)).toMatchObject({ error: { code: 'not-now' } });
  expect(await rig.deposits.settle(99, true)).toMatchObject({ error: { code: 'unknown-deposit' } });
  expect(proxy.submissions()).toBe(1);
});

test('a deposit of which no byte left is not sent', async () => {
  const rig = await openBalancesRig({ connection: connectionOf(await serve(), 'http://127.0.0.1:1') });
  await rig.deposits.register(asked(3n));
  await ended(rig);
  expect(rig.deposit()).toMatchObject({ state: { kind: 'not-sent' }, balanceBefore: null });
});

test('a crash while registering leaves it unknown, and nothing is sent after it', async () => {
  const { service, proxy, rig } = await behindFaults([{ kind: 'silence', forwarded: true }]);
  await rig.deposits.register(asked(9n));
  expect(rig.deposit().state.kind).toBe('registering');
  await rig.restart({ connection: connectionOf(service, proxy.url) });
  expect(rig.deposit()).toMatchObject({ state: { kind: 'unknown' } });
  expect(proxy.submissions()).toBeLessThanOrEqual(1);
});

test('the service’s refusal is kept in its own words', async () => {
  const rig = await openBalancesRig({ connection: connectionOf(await serve()) });
  await rig.deposits.register(asked(1n, `0x${'ab'.repeat(20)}`));
  await ended(rig);
  expect(rig.deposit().state).toMatchObject({ kind: 'refused' });
  expect(JSON.stringify(rig.deposit().state)).toContain('not a whitelisted token');
});

test('with an API key alone nothing leaves, and the words say what is missing', async () => {
  const server = await answering((_, response) => json(response, 200, {}));
  const credentials = { apiKey: 'key', accessToken: null };
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl, { credentials }) });
  await rig.deposits.register(asked(1n));
  await ended(rig);
  expect(rig.deposit().state).toMatchObject({ kind: 'not-sent', reason: { code: 'credential-missing' } });
  expect(server.received.filter(({ method }) => method === 'POST')).toEqual([]);
});
