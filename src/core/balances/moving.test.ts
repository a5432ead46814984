import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeBalancesRigs, openBalancesRig } from './balances.fixture.ts';

/** What the ledger does when an account's requests go to another service from now on. */

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const [a, b] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`];
const listed = (id: number, address: string, balance: string) => ({
  token_details_id: id,
  token_address: address,
  token_balance: balance,
});

/** A service that lists the tokens of the moment, once `until` has resolved, and takes every deposit. */
async function serve(tokens: () => readonly object[], until: Promise<void> = Promise.resolve()) {
  const asked = Promise.withResolvers<void>();
  const { baseUrl } = await answering(({ url }, response) => {
    if (!url.includes('get_all_tokens')) return json(response, 200, {});
    asked.resolve();
    void until.then(() => json(response, 200, tokens()));
  });
  return { connection: connectionTo(baseUrl), asked: asked.promise };
}

test('nothing is kept of what the old service answers afterwards, whoever asked', async () => {
  const held = Promise.withResolvers<void>();
  const { connection, asked } = await serve(() => [listed(1, a, '7')], held.promise);
  const rig = await openBalancesRig({ connection });
  const shared = rig.tokens.refresh(accountId, connection, 0);
  const refreshed = rig.balances.refresh(accountId);
  await asked;
  await rig.balances.moved(accountId);
  held.resolve();
  await shared;
  expect(await refreshed).toMatchObject({ ok: false });
  expect(await rig.balances.view(accountId)).toMatchObject({ tokens: [], asOf: null, trouble: null });
});

test('nothing is kept of what comes after an account was removed', async () => {
  const held = Promise.withResolvers<void>();
  const { connection, asked } = await serve(() => [listed(1, a, '7')], held.promise);
  const rig = await openBalancesRig({ connection });
  const refreshed = rig.balances.refresh(accountId);
  await asked;
  rig.tokens.forget(accountId);
  held.resolve();
  expect(await refreshed).toMatchObject({ ok: false });
  expect(rig.tokens.lists(accountId).tokens).toEqual([]);
});

test('balances of the old service are forgotten', async () => {
  let tokens = [listed(1, a, '1000'), listed(2, b, '5')];
  const { connection } = await serve(() => tokens);
  const rig = await openBalancesRig({ connection });
  await rig.balances.refresh(accountId);
  await rig.balances.moved(accountId);
  expect((await rig.balances.view(accountId)).tokens).toEqual([]);
  tokens = [listed(1, a, '10')];
  await rig.balances.refresh(accountId);
  expect((await rig.balances.view(accountId)).tokens).toMatchObject([{ balance: '10' }]);
});
