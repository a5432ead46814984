import { afterEach, expect, test } from 'vitest';
import { accountId, closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { RateLimiter, standardLimits } from '../service/index.ts';
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
    expect(new Set(rig.paths)).toEqual(new Set(['/users/request_funds']));
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

  await rig.deposits.decide(rig.deposit().id, 'went-through');
  expect(rig.deposit().state).toMatchObject({ kind: 'registered', answer: null });
  expect(proxy.submissions()).toBe(1);
});

test('the balance shows a deposit that the service refused and registered all the same', async () => {
  const refused = { status: 400, headers: {}, body: '{"error":"no"}' } as const;
  const { service, proxy, rig } = await behindFaults([{ kind: 'answer', forwarded: true, ...refused }]);
  const before = await balanceOf(service, ethereum);
  await rig.deposits.register(asked(700n));
  await ended(rig);
  expect(rig.deposit().state.kind).toBe('refused');
  expect(await rig.deposits.balancesOf(rig.deposit().id)).toMatchObject({
    value: { before: { balance: `${before}` }, now: { balance: `${before + 700n}` }, trouble: null },
  });
  expect(proxy.submissions()).toBe(1);
});

/** A pause of the credential that also reads the balance. */
const pauses = {
  'knows no such path, and takes no more for now': {
    status: 404,
    headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' },
    body: '<html>Not Found</html>',
  },
} as const;

test.each(Object.entries(pauses))(
  'a deposit that the balance shows is not sent to another path, whatever pause the service asks for: it %s',
  async (_, answer) => {
    const { service, proxy, rig } = await behindFaults([{ kind: 'answer', forwarded: true, ...answer }], {
      rateLimiter: new RateLimiter({ now: Date.now, monotonic: () => performance.now() }),
    });
    const before = await balanceOf(service, ethereum);
    await rig.deposits.register(asked(700n));
    await ended(rig);
    expect(rig.deposit().state.kind).toBe('unknown');
    expect(proxy.submissions()).toBe(1);
    expect(await balanceOf(service, ethereum)).toBe(before + 700n);
  },
);

test('a deposit that may have been registered stays unknown when a later attempt is refused', async () => {
  const failed = { status: 500, headers: {}, body: '{"error":"Database error"}' } as const;
  const refused = { status: 401, headers: {}, body: '{"error":"no"}' } as const;
  const { rig } = await behindFaults([
    { kind: 'answer', forwarded: false, ...failed },
    { kind: 'answer', forwarded: false, ...refused },
  ]);
  await rig.deposits.register(asked(700n));
  await ended(rig);
  await rig.deposits.decide(rig.deposit().id, 'register-again');
  await ended(rig);
  expect(rig.deposit()).toMatchObject({
    state: { kind: 'unknown', reason: { code: 'unauthorised' } },
    attempts: [{ outcome: 'unknown' }, { outcome: 'refused' }],
  });
});

test('what was lost on the way is registered again by a person’s word, once however often they click', async () => {
  const { service, proxy, rig } = await behindFaults([{ kind: 'reset-when-whole', forwarded: false }]);
  const before = await balanceOf(service, ethereum);
  await rig.deposits.register(asked(700n));
  await ended(rig);
  const { id } = rig.deposit();
  const answers = await Promise.all([1, 2, 3].map(() => rig.deposits.decide(id, 'register-again')));
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, false]);
  await ended(rig);
  expect(rig.deposit()).toMatchObject({
    state: { kind: 'registered' },
    attempts: [{ outcome: 'unknown' }, { outcome: 'registered' }],
  });
  expect(proxy.submissions()).toBe(2);
  expect(await balanceOf(service, ethereum)).toBe(before + 700n);
});

test('what never went out whole is not sent, and may be tried again', async () => {
  const service = await serve();
  const before = await balanceOf(service, ethereum);
  const rig = await openBalancesRig({ connection: connectionOf(service, 'http://127.0.0.1:1') });
  await rig.deposits.register(asked(3n));
  await ended(rig);
  expect(rig.deposit().state.kind).toBe('not-sent');
  expect(rig.deposit().balanceBefore).toBeNull();
  await rig.restart({ connection: connectionOf(service) });
  await rig.deposits.decide(rig.deposit().id, 'try-again');
  await ended(rig);
  expect(rig.deposit()).toMatchObject({
    state: { kind: 'registered' },
    balanceBefore: { balance: `${before}` },
  });
  expect(await balanceOf(service, ethereum)).toBe(before + 3n);
});

test('a crash while registering leaves it unknown, and nothing is sent after it', async () => {
  const { service, proxy, rig } = await behindFaults([{ kind: 'silence', forwarded: true }]);
  await rig.deposits.register(asked(9n));
  expect(rig.deposit().state.kind).toBe('registering');
  await rig.restart({ connection: connectionOf(service, proxy.url) });
  expect(rig.deposit()).toMatchObject({ state: { kind: 'unknown' }, attempts: [{ outcome: 'interrupted' }] });
  expect(proxy.submissions()).toBeLessThanOrEqual(1);
});

test('the service’s refusal is kept in its own words, and sending again is up to the person', async () => {
  const rig = await openBalancesRig({ connection: connectionOf(await serve()) });
  await rig.deposits.register(asked(1n, `0x${'ab'.repeat(20)}`));
  await ended(rig);
  expect(rig.deposit().state).toMatchObject({ kind: 'refused' });
  expect(JSON.stringify(rig.deposit().state)).toContain('not a whitelisted token');
  expect(await rig.deposits.decide(rig.deposit().id, 'went-through')).toMatchObject({ ok: false });
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

test('one draft is one deposit, clicked twice or asked for after a restart', async () => {
  const service = await serve();
  const rig = await openBalancesRig({ connection: connectionOf(service) });
  const before = await balanceOf(service, ethereum);
  const draft = asked(11n);
  const [one, two] = await Promise.all([rig.deposits.register(draft), rig.deposits.register(draft)]);
  expect(one).toEqual(two);
  await ended(rig);
  await rig.restart();
  await rig.deposits.register(draft);
  expect(rig.deposits.list(accountId)).toHaveLength(1);
  expect(await balanceOf(service, ethereum)).toBe(before + 11n);
});

test('stopping a registration that is out already leaves it unknown', async () => {
  const { rig } = await behindFaults([{ kind: 'silence', forwarded: true }]);
  await rig.restart({ limits: standardLimits });
  await rig.deposits.register(asked(1n));
  const { id } = rig.deposit();
  await rig.until(() => rig.events.some(({ kind }) => kind === 'deposits.changed'));
  await rig.deposits.decide(id, 'stop');
  await ended(rig);
  expect(['unknown', 'not-sent']).toContain(rig.deposit().state.kind);
});
