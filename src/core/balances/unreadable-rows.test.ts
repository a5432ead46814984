import { afterEach, expect, test } from 'vitest';
import { ethereum } from '../deposits/deposits.fixture.ts';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import { accountId, type BalancesRig, closeBalancesRigs, openBalancesRig } from './balances.fixture.ts';

/** A row that nobody can read fails no start, and no other row. */

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const token = { tokenDetailsId: '1', userId: null, tokenAddress: ethereum, tokenBalance: '5', extra: {} };
const name = { name: 'ETH', tokenAddress: ethereum, decimals: 18 };
const readAt = '2026-05-03T12:00:00.000Z';

/** Lists that were read, a token with the user's choices, then `damage` and a new start. */
async function listsAfter(damage: string): Promise<BalancesRig> {
  const rig = await openBalancesRig();
  rig.database
    .prepare('INSERT INTO token_lists VALUES (?, ?, ?, ?)')
    .run(accountId, JSON.stringify([token]), readAt, JSON.stringify([name]));
  rig.database.prepare('INSERT INTO token_choices VALUES (?, ?, 6, ?)').run(accountId, ethereum, '3');
  rig.database.exec(damage);
  await rig.restart();
  return rig;
}

test.each([`'x{'`, `'{}'`, `'[{"tokenAddress":5}]'`])('balances that are %s count as never read', async (text) => {
  const { tokens } = await listsAfter(`UPDATE token_lists SET tokens = ${text}`);
  expect(tokens.lists(accountId)).toMatchObject({ tokens: [], tokensReadAt: null, names: [name] });
});

test.each([`'x{'`, `'[{"name":"ETH"}]'`])('names of tokens that are %s count as never read', async (text) => {
  const { tokens } = await listsAfter(`UPDATE token_lists SET names = ${text}`);
  expect(tokens.lists(accountId)).toMatchObject({
    tokens: [token],
    tokensReadAt: readAt,
    names: [],
  });
});

test.each(['9223372036854775807', '-1'])('chosen decimals that are %s now count as not chosen', async (n) => {
  const { tokens } = await listsAfter(`UPDATE token_choices SET decimals = ${n}`);
  expect(tokens.choiceOf(accountId, ethereum)).toEqual({ decimals: null, warnBelow: '3' });
});

test('a low-balance limit that is no number counts as not chosen', async () => {
  const { tokens } = await listsAfter(`UPDATE token_choices SET warn_below = 'x{3'`);
  expect(tokens.choiceOf(accountId, ethereum)).toEqual({ decimals: 6, warnBelow: null });
});
