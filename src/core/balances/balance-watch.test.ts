import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import { accountId, alpha, closeBalancesRigs, listed, openReadingRig, shown } from './balances.fixture.ts';

/** Each read of the balances is held against the one before. */

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const [a, b] = [alpha, `0x${'bb'.repeat(20)}`];

describe('a balance that went down', () => {
  test('is missed when no record explains it, until the person has seen it', async () => {
    const asked: string[] = [];
    const { rig, read } = await openReadingRig([listed(1, a, '1000')], {
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
    const { read } = await openReadingRig([listed(1, a, '1000')], {
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
    const { read } = await openReadingRig([listed(1, a, '1000')], {
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
    const { read } = await openReadingRig([listed(1, a, '1000')], { mayHaveUnrecordedCharge: () => busy });
    await read();
    expect((await read('600'))[0]?.missing).toBeNull();
    busy = false;
    expect((await read('600'))[0]?.missing).toMatchObject({ amount: '400' });
  });

  test('by fees that are no base units says nothing', async () => {
    let fees = '0';
    const { read } = await openReadingRig([listed(1, a, '1000')], {
      spent: () => [{ tokenDetailsId: '1', fees, submissions: 1 }],
    });
    await read();
    fees = '0.25';
    expect((await read('600'))[0]?.missing).toBeNull();
  });
});

test('a balance below the person’s line is told once, and again only after it recovered', async () => {
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

test('twenty thousand tokens are watched with one sum of the records for each instant, not one for each token', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => listed(at % 3 === 0 ? 1 : at, at % 2 === 0 ? a : b, '5'));
  let sums = 0;
  const spent = () => {
    sums += 1;
    return [];
  };
  const { read } = await openReadingRig(many, { spent });
  expect(await read()).toHaveLength(20_000);
  expect(await read('4')).toHaveLength(20_000);
  expect(sums).toBeLessThan(20);
});

test('a line is told to be crossed once for an address, however many tokens are listed with it', async () => {
  const { rig, read } = await openReadingRig(Array.from({ length: 2_000 }, (_, at) => listed(at, a, '9')));
  await read();
  await rig.balances.setWarning(accountId, a, '5');
  await read('4');
  expect(rig.events.filter(({ kind }) => kind === 'notice')).toHaveLength(1);
});
