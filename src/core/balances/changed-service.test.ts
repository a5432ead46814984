import { afterEach, expect, test } from 'vitest';
import type { ServiceKind } from '../../shared/account.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, alpha, closeBalancesRigs, openBalancesRig } from './balances.fixture.ts';

/** A service that changes its kind, or loses some of its calls, while an account uses it. */

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const named = { token_address: alpha, token_decimals: 6 };
const app = { id: '3f', app_id: 246, app_name: 'Archive', credit_balance: '70', credit_selection: 2 };
const user = { data: { id: 'u', credit_balance: '5000' } };
const withTokens = {
  get_all_tokens: [{ token_details_id: 1, token_address: alpha, token_balance: '7' }],
  token_map: { alpha: named },
};
const withCredits = { get_user: user, get_apps: { data: [app] }, token_map: { data: { '1': { alpha: named } } } };

/** `become`: the service answers these calls from now on, and the account reads its balances. */
async function openChangingService() {
  let [answers, serviceKind]: [Readonly<Record<string, unknown>>, ServiceKind | null] = [{}, null];
  const { baseUrl } = await answering(({ url }, response) => {
    const answer = answers[url.replace(/^.*\/|\?.*$/g, '')];
    json(response, answer === undefined ? 404 : 200, answer ?? {});
  });
  const rig = await openBalancesRig({
    get connection() {
      return {
        ...connectionTo(baseUrl),
        serviceKind,
        onServiceKind: (kind: ServiceKind | null) => {
          serviceKind = kind;
        },
      };
    },
  });
  const become = async (next: Readonly<Record<string, unknown>>) => {
    answers = next;
    await rig.balances.refresh(accountId);
    return rig.balances.view(accountId);
  };
  return { rig, become, kind: () => serviceKind };
}

test('a service that has credits for a while keeps what the user chose for its tokens', async () => {
  const { rig, become, kind } = await openChangingService();
  await become(withTokens);
  await rig.balances.setWarning(accountId, alpha, '10');
  expect((await become(withCredits)).tokens).toMatchObject([{ balance: '5000' }, { balance: '70' }]);
  await rig.balances.setWarning(accountId, 'credits/3f', '100');
  expect(kind()).toBe('credits');
  expect((await become(withTokens)).tokens).toMatchObject([{ balance: '7', warnBelow: '10', isLow: true }]);
  expect(kind()).toBeNull();
  expect((await become(withCredits)).tokens).toMatchObject([{ warnBelow: null }, { warnBelow: '100', isLow: true }]);
});

test('a service with balances of tokens has no credits, even if it names tokens by chain', async () => {
  const { become, kind } = await openChangingService();
  const { tokens } = await become({ ...withTokens, token_map: withCredits.token_map });
  expect(tokens).toMatchObject([{ name: 'alpha', balance: '7' }]);
  expect(kind()).toBeNull();
});

test('a service without a list of apps shows the main balance', async () => {
  const { rig, become, kind } = await openChangingService();
  expect(await become({ get_user: user })).toMatchObject({ tokens: [{ balance: '5000' }], trouble: null });
  expect([kind(), rig.tokens.balanceOf(accountId, 'credits')]).toEqual(['credits', 5_000n]);
});

test('a service without any balances leaves the last ones and does not ask for a submission id', async () => {
  const { become } = await openChangingService();
  const before = await become(withCredits);
  const after = await become({});
  expect(after).toMatchObject({ tokens: before.tokens, asOf: before.asOf, trouble: { code: 'not-offered' } });
  expect(after.trouble && failureMessage(after.trouble)).not.toContain('submission id');
});

test.each([
  ['no name', [{ ...app, app_name: undefined }], [{ credits: { name: null } }]],
  ['an unknown selection', [{ ...app, credit_selection: 7 }], [{ credits: { paysFrom: null } }]],
  ['a negative balance', [{ ...app, credit_balance: '-3.5' }], [{ balance: '-3' }]],
  ['the same id twice', [app, { ...app, credit_balance: '71' }], [{ balance: '71' }]],
])('an app with %s is shown', async (_what, apps, shown) => {
  const { become } = await openChangingService();
  const { tokens, trouble } = await become({ ...withCredits, get_apps: apps });
  expect(trouble).toBeNull();
  expect(tokens.slice(1)).toMatchObject(shown);
});

test('tokens on an unknown chain are named, and a chain without a number hides no others', async () => {
  const { rig, become } = await openChangingService();
  const chains = { '1': { alpha: named }, '424242': { beta: named }, sepolia: { gamma: named }, '5': {} };
  await become({ ...withCredits, token_map: { data: chains } });
  expect(rig.tokens.lists(accountId).names).toMatchObject([
    { name: 'alpha', chainId: '1' },
    { name: 'beta', chainId: '424242' },
  ]);
});
