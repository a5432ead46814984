import { afterEach, expect, test } from 'vitest';
import { asked, ended, ethereum } from '../deposits/deposits.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { createGroupCommit } from '../storage/index.ts';
import { BalanceMarks } from './balance-marks.ts';
import { accountId, type BalancesRig, closeBalancesRigs, openBalancesRig } from './balances.fixture.ts';

/** A row that nobody can read fails no start, and no other row. */

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const token = { tokenDetailsId: '1', userId: null, tokenAddress: ethereum, tokenBalance: '5', extra: {} };
const name = { name: 'ETH', tokenAddress: ethereum, decimals: 18 };
const readAt = '2026-05-03T12:00:00.000Z';

/** Lists that were read, a token that somebody chose for, and then `damage` and a new start. */
async function listsAfter(damage: string): Promise<BalancesRig> {
  const rig = await openBalancesRig();
  rig.database
    .prepare('INSERT INTO token_lists VALUES (?, ?, ?, ?, ?)')
    .run(accountId, JSON.stringify([token]), readAt, JSON.stringify([name]), readAt);
  rig.database.prepare('INSERT INTO token_choices VALUES (?, ?, 6, ?)').run(accountId, ethereum, '3');
  rig.database.exec(damage);
  await rig.restart();
  return rig;
}

test.each([`'x{'`, `'{}'`, `'[{"tokenAddress":5}]'`])('balances that are %s count as never read', async (text) => {
  const { tokens } = await listsAfter(`UPDATE token_lists SET tokens = ${text}`);
  expect(tokens.lists(accountId)).toMatchObject({ tokens: [], tokensReadAt: null, names: [name], namesReadAt: readAt });
});

test.each([`'x{'`, `'[{"name":"ETH"}]'`])('names of tokens that are %s count as never read', async (text) => {
  const { tokens } = await listsAfter(`UPDATE token_lists SET names = ${text}`);
  expect(tokens.lists(accountId)).toMatchObject({
    tokens: [token],
    tokensReadAt: readAt,
    names: [],
    namesReadAt: null,
  });
});

test.each(['9223372036854775807', '-1'])(
  'decimals that a person chose and that are %s now were not chosen',
  async (n) => {
    const { tokens } = await listsAfter(`UPDATE token_choices SET decimals = ${n}`);
    expect(tokens.choiceOf(accountId, ethereum)).toEqual({ decimals: null, warnBelow: '3' });
  },
);

test('a balance to be warned at that is no number was not chosen', async () => {
  const { tokens } = await listsAfter(`UPDATE token_choices SET warn_below = 'x{3'`);
  expect(tokens.choiceOf(accountId, ethereum)).toEqual({ decimals: 6, warnBelow: null });
});

test('what was remembered of a token and cannot be read is left out', async () => {
  const rig = await openBalancesRig();
  const marks = new BalanceMarks(rig.database, createGroupCommit(rig.database));
  const mark = { record: token, seenAt: readAt, baseline: null, missing: null, warned: false };
  await marks.put(accountId, [
    { key: 'sound', mark },
    { key: 'damaged', mark },
  ]);
  rig.database.exec(`UPDATE balance_marks SET mark = 'x{' WHERE key = 'damaged'`);
  expect(marks.all(accountId)).toEqual([{ key: 'sound', mark }]);
});

/** Two deposits that were refused, the first of which is then damaged, and a new start. */
async function depositsAfter(damage: string) {
  const server = await answering(({ method }, response) =>
    method === 'POST' ? json(response, 400, { error: 'no' }) : json(response, 200, []),
  );
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl) });
  for (const amount of [5n, 7n]) {
    await rig.deposits.register(asked(amount));
    await ended(rig);
  }
  rig.database.exec(`UPDATE deposits SET ${damage} WHERE amount = '5'`);
  await rig.restart({ connection: connectionTo(server.baseUrl) });
  const [sound, damaged] = rig.deposits.page(accountId).deposits;
  expect(sound?.state.kind).toBe('refused');
  return { rig, damaged };
}

test.each([`'x{'`, `'{"kind":"new"}'`, `'{"kind":"not-sent"}'`, `'[]'`])(
  'a deposit whose state is %s may have been registered: nobody registers it again by one click',
  async (state) => {
    const { rig, damaged } = await depositsAfter(`state = ${state}`);
    expect(damaged?.state).toMatchObject({ kind: 'unknown', reason: { code: 'row-unreadable' } });
    expect(await rig.deposits.decide(damaged?.id ?? 0, 'try-again')).toMatchObject({ ok: false });
    expect(await rig.deposits.decide(damaged?.id ?? 0, 'went-through')).toMatchObject({ ok: true });
    expect(rig.deposits.page(accountId).deposits[1]?.state.kind).toBe('registered');
  },
);

test('a deposit whose attempts nobody can read has one of which nobody knows the end', async () => {
  const { damaged } = await depositsAfter(`attempts = 'x{'`);
  expect(damaged).toMatchObject({ state: { kind: 'refused' }, attempts: [{ number: 1, outcome: 'unknown' }] });
});

test('a deposit of which nobody can read what the balance said has been compared with none', async () => {
  const { rig, damaged } = await depositsAfter(`sight = 'x{'`);
  expect(damaged?.sight).toEqual({ before: null, after: { kind: 'not-yet' } });
  await rig.deposits.moved(accountId);
});
