import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startPracticeService } from '../../practice-service/index.ts';
import { lastsDays, type TokenBalance } from '../../shared/bridge/balances.ts';
import { unknownPaths } from '../service/index.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import {
  accountId,
  type BalancesRig,
  closeBalancesRigs,
  openBalancesRig,
  type RigChanges,
} from './balances.fixture.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const largest = (2n ** 256n - 1n).toString();
const [a, b] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`];

type Listed = { readonly token_details_id: number; readonly token_address: string; readonly token_balance: string };

/** A service that lists what a test says, with the rig that reads it. */
async function reading(tokens: readonly Listed[], changes: RigChanges = {}) {
  const said = { tokens: [...tokens], names: { alpha: { token_address: a, token_decimals: 6 } }, broken: false };
  const server = await answering(({ url }, response) => {
    if (said.broken) response.writeHead(503).end();
    else json(response, 200, url.includes('token_map') ? said.names : said.tokens);
  });
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl), ...changes });
  const read = async (balance?: string): Promise<readonly TokenBalance[]> => {
    if (balance !== undefined) said.tokens = said.tokens.map((token) => ({ ...token, token_balance: balance }));
    await rig.balances.refresh(accountId);
    return shown(rig);
  };
  return { said, server, rig, read };
}

const listed = (id: number, address: string, balance: string): Listed => ({
  token_details_id: id,
  token_address: address,
  token_balance: balance,
});

const shown = async (rig: BalancesRig): Promise<readonly TokenBalance[]> => (await rig.balances.view(accountId)).tokens;

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
        paths: unknownPaths,
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
  const { rig, read } = await reading([listed(1, b, '1500')]);
  expect((await read())[0]).toMatchObject({ name: null, decimals: null, decimalsFrom: null });
  await rig.balances.setDecimals(accountId, b, 3);
  expect((await shown(rig))[0]).toMatchObject({ decimals: 3, decimalsFrom: 'person' });
  await rig.restart();
  expect(rig.tokens.known(accountId)).toEqual([{ tokenDetailsId: '1', tokenAddress: b, name: null, decimals: 3 }]);
});

test('what the service says of decimals counts before what the person said', async () => {
  const { rig, read } = await reading([listed(1, a, '1')]);
  await rig.balances.setDecimals(accountId, a, 3);
  expect((await read())[0]).toMatchObject({ decimals: 6, decimalsFrom: 'service' });
});

test('what cannot be read leaves the balances as they were, and says why', async () => {
  const { rig, said, read } = await reading([listed(1, a, '7')]);
  await read();
  const { asOf } = await rig.balances.view(accountId);
  said.broken = true;
  expect(await rig.balances.refresh(accountId)).toMatchObject({ ok: false });
  const view = await rig.balances.view(accountId);
  expect(view).toMatchObject({ asOf, tokens: [{ balance: '7', name: 'alpha' }], trouble: { code: 'unavailable' } });
});

test('a refresh is one read however often it is asked for, can be stopped, and spares what is fresh', async () => {
  const { rig, server, read } = await reading([listed(1, a, '7')]);
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

test('spending, its share and how long the balance lasts come from the records of 30 days', async () => {
  const spent = [
    { tokenDetailsId: '1', fees: '300', submissions: 3 },
    { tokenDetailsId: '2', fees: '0.5', submissions: 1 },
  ];
  const { rig, read } = await reading([listed(1, a, '1234'), listed(2, b, '1234')], { spent: () => spent });
  expect((await read()).map(({ spending }) => spending)).toEqual([
    { submissions: 3, fees: '300', lastsDays: '123' },
    { submissions: 1, fees: '0.5', lastsDays: null },
  ]);
  expect((await rig.balances.view(accountId)).paceDays).toBe(30);
  expect((await rig.balances.view(accountId)).submissions).toBe(4);
});

const day = 86_400_000;

test.each([
  ['a month', 30 * day, 30, '300'],
  ['a year', 365 * day, 30, '300'],
  ['eight and a half days', 8.5 * day, 9, '90'],
  ['an hour', day / 24, 1, '10'],
  ['less than nothing, by a clock that is behind', -day, 1, '10'],
])('an account that is as old as %s is measured over its own days', async (_, age, days, lasts) => {
  const rig = await openBalancesRig({
    connection: connectionTo(
      (await answering((_asked, response) => json(response, 200, [listed(1, a, '1000')]))).baseUrl,
    ),
    spent: () => [{ tokenDetailsId: '1', fees: '100', submissions: 1 }],
    oldest: () => new Date(Date.parse('2026-03-01T00:00:00Z') - age).toISOString(),
    now: () => Date.parse('2026-03-01T00:00:00Z'),
  });
  await rig.balances.refresh(accountId);
  expect(await rig.balances.view(accountId)).toMatchObject({
    paceDays: days,
    tokens: [{ spending: { lastsDays: lasts } }],
  });
});

test('a balance of 2^256 − 1 lasts an exact number of days', () => {
  expect(lastsDays(2n ** 256n - 1n, '1', 30)).toBe((2n ** 256n - 1n) * 30n);
  expect(lastsDays(1n, '0', 30)).toBeNull();
  expect(lastsDays(99n, '3000.00', 30)).toBe(0n);
});

test('two records with one id, an unknown token and one that disappeared are all shown', async () => {
  const { rig, said, read } = await reading([listed(1, a, '1'), listed(1, b, '2'), listed(1, b, '3')]);
  const tokens = await read();
  expect(tokens.map(({ balance, sharesId }) => [balance, sharesId])).toEqual([
    ['1', true],
    ['2', true],
    ['3', true],
  ]);
  expect(new Set(tokens.map(({ key }) => key)).size).toBe(3);
  said.tokens = [listed(1, a, '1')];
  const left = await read();
  expect(left.map(({ listing, balance }) => [listing.kind, balance])).toEqual([
    ['listed', '1'],
    ['gone', '2'],
    ['gone', '3'],
  ]);
  for (const { key, listing } of left) if (listing.kind === 'gone') await rig.balances.dismiss(accountId, key);
  expect(await shown(rig)).toHaveLength(1);
});

describe('a balance that went down', () => {
  test('is missed when no record explains it, until the person has seen it', async () => {
    const asked: string[] = [];
    const { rig, read } = await reading([listed(1, a, '1000')], {
      onRecordsRefreshed: () => void asked.push('records'),
    });
    expect((await read())[0]?.missing).toBeNull();
    expect((await read('600'))[0]?.missing).toMatchObject({ amount: '400' });
    expect(asked).toHaveLength(1);
    await rig.restart();
    const [token] = await shown(rig);
    expect(token?.missing).toMatchObject({ amount: '400' });
    await rig.balances.dismiss(accountId, token?.key ?? '');
    expect((await read('600'))[0]?.missing).toBeNull();
  });

  test('is explained by fees, those of records that are only read now included', async () => {
    let fees = '100';
    const { read } = await reading([listed(1, a, '1000')], {
      spent: () => [{ tokenDetailsId: '1', fees, submissions: 1 }],
      onRecordsRefreshed: () => {
        fees = '500';
      },
    });
    await read();
    expect((await read('600'))[0]?.missing).toBeNull();
    // What was paid before is not taken into account a second time.
    expect((await read('590'))[0]?.missing).toMatchObject({ amount: '10' });
  });

  test('is explained by a record that comes later, and a deposit in between hides nothing', async () => {
    let fees = '0';
    const { read } = await reading([listed(1, a, '1000')], {
      spent: () => [{ tokenDetailsId: '1', fees, submissions: 1 }],
    });
    await read();
    expect((await read('600'))[0]?.missing).toMatchObject({ amount: '400' });
    expect((await read('5600'))[0]?.missing).toMatchObject({ amount: '400' });
    fees = '400';
    expect((await read('5600'))[0]?.missing).toBeNull();
  });

  test('is not missed while submissions are under way', async () => {
    let busy = true;
    const { read } = await reading([listed(1, a, '1000')], { mayBeCharged: () => busy });
    await read();
    expect((await read('600'))[0]?.missing).toBeNull();
    busy = false;
    expect((await read('600'))[0]?.missing).toMatchObject({ amount: '400' });
  });

  test('by fees that are no base units says nothing', async () => {
    let fees = '0';
    const { read } = await reading([listed(1, a, '1000')], {
      spent: () => [{ tokenDetailsId: '1', fees, submissions: 1 }],
    });
    await read();
    fees = '0.25';
    expect((await read('600'))[0]?.missing).toBeNull();
  });
});

test('a balance below the person’s line is told once, and again only after it recovered', async () => {
  const { rig, read } = await reading([listed(1, a, '5000000')]);
  const notices = (): readonly string[] => rig.events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
  await read();
  await rig.balances.setWarning(accountId, a, '2000000');
  expect((await read('2000000'))[0]).toMatchObject({ isLow: false, warnBelow: '2000000' });
  expect((await read('1500000'))[0]?.isLow).toBe(true);
  await read('1400000');
  expect(notices()).toEqual(['Low balance: 1.5 alpha is left, less than the line that you set.']);
  await rig.restart();
  await read('1300000');
  expect(notices()).toHaveLength(1);
  await read('3000000');
  await read('1000000');
  expect(notices()).toHaveLength(2);
  // Who draws the line above the balance is looking at it.
  await rig.balances.setWarning(accountId, a, '9000000');
  await read('1000000');
  expect(notices()).toHaveLength(2);
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

test('twenty thousand tokens are watched with one sum of the records for each instant, not one for each token', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => listed(at % 3 === 0 ? 1 : at, at % 2 === 0 ? a : b, '5'));
  let sums = 0;
  const spent = () => {
    sums += 1;
    return [];
  };
  const { read } = await reading(many, { spent });
  expect(await read()).toHaveLength(20_000);
  expect(await read('4')).toHaveLength(20_000);
  expect(sums).toBeLessThan(20);
});

test('a line is told to be crossed once for an address, however many tokens are listed with it', async () => {
  const { rig, read } = await reading(Array.from({ length: 2_000 }, (_, at) => listed(at, a, '9')));
  await read();
  await rig.balances.setWarning(accountId, a, '5');
  await read('4');
  expect(rig.events.filter(({ kind }) => kind === 'notice')).toHaveLength(1);
});
