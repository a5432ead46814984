import { afterEach, expect, test } from 'vitest';
import { accountId, closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { asked, ended } from './deposits.fixture.ts';

/** A row that nobody can read fails no start, and no other row. */

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
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
  const [sound, damaged] = rig.deposits.list(accountId);
  expect(sound?.state.kind).toBe('refused');
  return { rig, damaged };
}

test.each([`'x{'`, `'{"kind":"new"}'`, `'{"kind":"not-sent"}'`, `'[]'`])(
  'a deposit whose state is %s is unknown until the user settles it',
  async (state) => {
    const { rig, damaged } = await depositsAfter(`state = ${state}`);
    expect(damaged?.state).toMatchObject({ kind: 'unknown', reason: { code: 'deposit-unreadable' } });
    expect(await rig.deposits.settle(damaged?.id ?? 0, true)).toMatchObject({ ok: true });
    expect(rig.deposits.list(accountId)[1]?.state.kind).toBe('registered');
  },
);

test('a balance before a deposit that cannot be read counts as unknown', async () => {
  const { damaged } = await depositsAfter(`balance_before = 'x{'`);
  expect(damaged?.balanceBefore).toBeNull();
});
