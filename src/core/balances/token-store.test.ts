import { afterEach, expect, test } from 'vitest';
import { accountId, closeBalancesRigs, openBalancesRig } from './balances.fixture.ts';
import { MOST_CHOICES } from './token-store.ts';

afterEach(closeBalancesRigs);

const invented = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

test('a person chooses for a thousand tokens of an account; for more when one is taken back', async () => {
  const rig = await openBalancesRig();
  const chosen = await Promise.all(
    Array.from({ length: 1_000 }, (_, number) => rig.balances.setDecimals(accountId, invented(number), 6)),
  );
  expect(chosen.every(({ ok }) => ok)).toBe(true);
  const more = { ok: false, error: { code: 'too-many-choices', values: { most: MOST_CHOICES } } };
  expect(await rig.balances.setDecimals(accountId, invented(1_000), 6)).toMatchObject(more);
  expect(await rig.balances.setWarning(accountId, invented(1_000), '5')).toMatchObject(more);
  expect(await rig.balances.setWarning(accountId, invented(7), '5')).toMatchObject({ ok: true });
  expect(await rig.balances.setDecimals(accountId, invented(8), null)).toMatchObject({ ok: true });
  expect(await rig.balances.setWarning(accountId, invented(1_000), '5')).toMatchObject({ ok: true });
  expect(rig.database.prepare('SELECT count(*) AS n FROM token_choices').get()).toEqual({ n: 1_000 });
});
