import { afterEach, expect, test } from 'vitest';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import { accountId, alpha, closeBalancesRigs, listed, openReadingRig } from './balances.fixture.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const a = alpha;

test('a balance below the warning limit notifies once, and again only after it recovered', async () => {
  const { rig, read } = await openReadingRig([listed(1, a, '5000000')]);
  const notices = () => rig.events.flatMap((event) => (event.kind === 'notice' ? [event.notice] : []));
  await read();
  await rig.balances.setWarning(accountId, a, '2000000');
  expect((await read('2000000'))[0]).toMatchObject({ isLow: false, warnBelow: '2000000' });
  expect((await read('1500000'))[0]?.isLow).toBe(true);
  await read('1400000');
  expect(notices()).toEqual([
    { code: 'low-balance', token: { name: 'alpha', decimals: 6, tokenAddress: a }, balance: '1500000' },
  ]);
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

test('a warning limit notifies once for an address, however many tokens are listed with it', async () => {
  const { rig, read } = await openReadingRig(Array.from({ length: 2_000 }, (_, at) => listed(at, a, '9')));
  await read();
  await rig.balances.setWarning(accountId, a, '5');
  await read('4');
  expect(rig.events.filter(({ kind }) => kind === 'notice')).toHaveLength(1);
});
