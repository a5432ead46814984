import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startPracticeService } from '../../practice-service/index.ts';
import { answering, cleanUp, connectionTo } from '../service/scripted-server.fixture.ts';
import {
  accountId,
  alpha,
  closeBalancesRigs,
  listed,
  openBalancesRig,
  openReadingRig,
  shown,
} from './balances.fixture.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const largest = (2n ** 256n - 1n).toString();
const [a, b] = [alpha, `0x${'bb'.repeat(20)}`];

test.each(['documented', 'deployed'] as const)(
  'in the %s dialect every token is shown with its name, to the last unit, and offline as it was',
  async (dialect) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'balances-'));
    const token = { chainId: 1n, baseFee: 1n, feePerByte: 1n };
    const service = await startPracticeService({
      dataDir,
      dialect,
      tokens: [
        { ...token, name: 'huge', address: `0x${'Ab'.repeat(20)}`, decimals: 18, balance: 2n ** 256n - 1n },
        { ...token, name: 'none', address: `0x${'Cd'.repeat(20)}`, decimals: 0, balance: 0n },
        { ...token, name: 'six', address: `0x${'eF'.repeat(20)}`, decimals: 6, balance: 1_500_001n },
      ],
    });
    onTestFinished(async () => {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    const rig = await openBalancesRig({
      connection: {
        baseUrl: service.url,
        submitBaseUrl: null,
        credentials: async () => ({ apiKey: service.apiKey, accessToken: service.accessToken }),
      },
    });
    expect(await rig.balances.refresh(accountId)).toEqual({ ok: true, value: null });
    const view = await rig.balances.view(accountId);
    expect(view.tokens.map(({ name, balance, decimals }) => [name, balance, decimals])).toEqual([
      ['huge', largest, 18],
      ['none', '0', 0],
      ['six', '1500001', 6],
    ]);
    expect(view.tokens.map(({ used, locked }) => [used, locked])).toEqual(
      Array.from({ length: 3 }, () => (dialect === 'deployed' ? ['0', '0'] : [null, null])),
    );
    await rig.restart({ connection: null });
    const offline = await rig.balances.view(accountId);
    expect(offline.tokens).toEqual(view.tokens);
    expect(offline.asOf).toBe(view.asOf);
    expect(rig.tokens.known(accountId).map(({ name }) => name)).toEqual(['huge', 'none', 'six']);
  },
);

test('a token without decimals shows base units until the person says them, and keeps what they said', async () => {
  const { rig, read } = await openReadingRig([listed(1, b, '1500')]);
  expect((await read())[0]).toMatchObject({ name: null, decimals: null, decimalsFrom: null });
  await rig.balances.setDecimals(accountId, b, 3);
  expect((await shown(rig))[0]).toMatchObject({ decimals: 3, decimalsFrom: 'user' });
  await rig.restart();
  expect(rig.tokens.known(accountId)).toEqual([{ tokenDetailsId: '1', tokenAddress: b, name: null, decimals: 3 }]);
});

test('what the service says of decimals counts before what the person said', async () => {
  const { rig, read } = await openReadingRig([listed(1, a, '1')]);
  await rig.balances.setDecimals(accountId, a, 3);
  expect((await read())[0]).toMatchObject({ decimals: 6, decimalsFrom: 'service' });
});

test('what cannot be read leaves the balances as they were, and says why', async () => {
  const { rig, said, read } = await openReadingRig([listed(1, a, '7')]);
  await read();
  const { asOf } = await rig.balances.view(accountId);
  said.broken = true;
  expect(await rig.balances.refresh(accountId)).toMatchObject({ ok: false });
  const view = await rig.balances.view(accountId);
  expect(view).toMatchObject({ asOf, tokens: [{ balance: '7', name: 'alpha' }], trouble: { code: 'unavailable' } });
});

test('a refresh is one read however often it is asked for, can be stopped, and spares what is fresh', async () => {
  const { rig, server, read } = await openReadingRig([listed(1, a, '7')]);
  const both = [rig.balances.refresh(accountId), rig.balances.refresh(accountId)];
  rig.balances.cancelRefresh(accountId);
  for (const answer of await Promise.all(both))
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect((await rig.balances.view(accountId)).trouble).toBeNull();
  await read();
  const asked = server.received.length;
  expect(await rig.balances.refresh(accountId, 60_000)).toEqual({ ok: true, value: null });
  expect(server.received).toHaveLength(asked);
});

test('tokens with the same id differ by address, and unlisted tokens disappear', async () => {
  const { said, read } = await openReadingRig([listed(1, a, '1'), listed(1, b, '2')]);
  const tokens = await read();
  expect(tokens.map(({ balance }) => balance)).toEqual(['1', '2']);
  expect(new Set(tokens.map(({ key }) => key)).size).toBe(2);
  said.tokens = [listed(1, a, '1')];
  expect((await read()).map(({ balance }) => balance)).toEqual(['1']);
});

test('balances are as old as their request, not as their answer', async () => {
  let now = 0;
  const server = await answering((_, response) => {
    now = 60_000;
    response.end('[]');
  });
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl), now: () => now });
  await rig.balances.refresh(accountId);
  expect(rig.balances.view(accountId).asOf).toBe(new Date(0).toISOString());
});

test('the balance of a token is found by its name as it is shown, without line breaks', async () => {
  const name = 'two\nlines';
  const server = await answering(({ url }, response) =>
    response.end(url.includes('token_map') ? JSON.stringify({ [name]: a }) : JSON.stringify([listed(1, a, '7')])),
  );
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl) });
  await rig.balances.refresh(accountId);
  const [token] = rig.tokens.known(accountId);
  expect(token?.name).not.toBe(name);
  expect(rig.tokens.balanceOf(accountId, token?.name ?? null)).toBe(7n);
});

test('of a token’s decimals and limit that are chosen at once, both are kept', async () => {
  const rig = await openBalancesRig();
  await Promise.all([rig.balances.setDecimals(accountId, a, 6), rig.balances.setWarning(accountId, a, '5')]);
  await rig.restart();
  expect(rig.tokens.choiceOf(accountId, a)).toEqual({ decimals: 6, warnBelow: '5' });
});

test('fields that the contract does not name are exact and kept', async () => {
  const server = await answering(({ url }, response) =>
    response.end(
      url.includes('token_map')
        ? '{}'
        : `[{"token_details_id":1,"token_address":"${a}","token_balance":${largest},"token_used":${largest},"token_amount_locked":"12","colour":{"x":1}}]`,
    ),
  );
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl) });
  await rig.balances.refresh(accountId);
  expect(await shown(rig)).toMatchObject([
    { balance: largest, used: largest, locked: '12', extra: { colour: '{"x":1}' } },
  ]);
});

test('balances are read once for submissions that are accepted together', async () => {
  const { rig, server } = await openReadingRig([listed(1, a, '7')]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let count = 0; count < 10; count += 1) {
    rig.balances.readSoon(accountId);
    vi.advanceTimersByTime(1_000);
  }
  expect(server.received).toEqual([]);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await rig.balances.refresh(accountId);
  expect(server.received.filter(({ url }) => url.includes('get_all_tokens'))).toHaveLength(1);
});
