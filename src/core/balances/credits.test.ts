import { afterEach, expect, test } from 'vitest';
import type { ServiceKind } from '../../shared/account.ts';
import type { TokenRecord } from '../../shared/records.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, alpha, closeBalancesRigs, openBalancesRig } from './balances.fixture.ts';
import { payingCredits } from './credits.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const user = { id: 'u', credit_balance: '5000.75', credit_used: '2048', allocated_credit_balance: '100' };
const app = { id: '3f', user_id: 'u', app_id: 246, app_name: 'Archive', credit_balance: '70', credit_selection: 2 };
const tokens = [{ token_details_id: 1, token_address: alpha, token_balance: '7' }];
const byName: Readonly<Record<string, unknown>> = {
  get_user: { state: 'SUCCESS', data: user },
  get_apps: { state: 'SUCCESS', data: [app] },
  get_all_tokens: tokens,
};

/** A service that knows only these calls, and the kind that an account learns of it. */
async function serviceWith(calls: readonly string[], serviceKind: ServiceKind | null) {
  const learnt: (ServiceKind | null)[] = [];
  const server = await answering(({ url }, response) => {
    const name = calls.find((call) => url.includes(call));
    if (name === undefined) json(response, 404, {});
    else json(response, 200, byName[name]);
  });
  const connection = { ...connectionTo(server.baseUrl), serviceKind };
  const rig = await openBalancesRig({ connection: { ...connection, onServiceKind: (kind) => learnt.push(kind) } });
  expect(await rig.balances.refresh(accountId)).toMatchObject({ ok: true });
  const asked = server.received
    .map(({ url }) => url.replace(/^.*\/|\?.*$/g, ''))
    .filter((name) => name !== 'token_map');
  return { learnt, asked: new Set(asked), shown: rig.balances.view(accountId).tokens };
}

test('a service without the calls for tokens is one with credits', async () => {
  const { learnt, shown } = await serviceWith(['get_user', 'get_apps'], null);
  expect(learnt).toEqual(['credits']);
  expect(shown).toMatchObject([
    {
      name: 'credits',
      balance: '5000',
      used: '2048',
      decimals: 0,
      decimalsFrom: 'service',
      credits: { kind: 'main', allocated: '100' },
    },
    { balance: '70', credits: { kind: 'app', name: 'Archive', paysFrom: 'app-then-main', encrypts: false } },
  ]);
});

test('a service with credits is asked for nothing about tokens', async () => {
  const { asked } = await serviceWith(['get_user', 'get_apps', 'get_all_tokens'], 'credits');
  expect(asked).toEqual(new Set(['get_user', 'get_apps']));
});

test('a service that has tokens again is asked for them, and its kind is no longer known', async () => {
  const { learnt, shown } = await serviceWith(['get_all_tokens'], 'credits');
  expect(learnt).toEqual([null]);
  expect(shown).toMatchObject([{ tokenAddress: alpha, balance: '7', credits: null }]);
});

const purse = (address: string, balance: string, selection?: number): TokenRecord => ({
  tokenDetailsId: address.replace('credits/', ''),
  userId: null,
  tokenAddress: address,
  tokenBalance: balance,
  extra: selection === undefined ? {} : { credit_selection: String(selection) },
});
const main = purse('credits', '100');

const [a, b] = [purse('credits/a', '7', 0), purse('credits/b', '8', 0)];

test.each([
  ['without an app, the main balance', [main], 100n],
  ['the app’s own', [main, purse('credits/a', '7', 0)], 7n],
  ['the main balance', [main, purse('credits/a', '7', 1)], 100n],
  ['both', [main, purse('credits/a', '7', 2)], 107n],
  ['unknown for another selection', [main, purse('credits/a', '7', 9)], null],
  ['unknown with two apps', [main, a, b], null],
  ['unknown with one app that is listed twice', [main, a, a], null],
  ['less than none with a negative balance', [purse('credits', '-5')], -5n],
  ['unknown before they are read', [], null],
])('the credits that pay are %s', (_which, purses, credits) => {
  expect(payingCredits(purses, null)).toBe(credits);
});

test('the credits of the app of the last record pay', () => {
  expect(payingCredits([main, a, b], 'b')).toBe(8n);
  expect(payingCredits([main, a, b], 'c')).toBeNull();
  expect(payingCredits([main], 'c')).toBeNull();
});
