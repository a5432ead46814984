import { expect, test } from 'vitest';
import type { DepositSight } from '../../shared/bridge/deposits.ts';
import { sightAfter } from './deposit-sight.ts';

const [t0, t1] = ['2026-03-01T10:00:00Z', '2026-03-01T10:01:00Z'];
const waiting: DepositSight = { before: { balance: '1000', at: t0 }, after: { kind: 'not-yet' } };
const look = (balance: string, fees = '0', sight = waiting) => sightAfter(sight, 500n, { balance, at: t1 }, fees).after;

test('a rise by the deposit is told as equal, and stays', () => {
  expect(look('1500')).toMatchObject({ kind: 'rose', by: '500', match: 'equal' });
  const settled = sightAfter(waiting, 500n, { balance: '1500', at: t1 }, '0');
  expect(sightAfter(settled, 500n, { balance: '9', at: t1 }, '0')).toBe(settled);
});

test('fees that were paid meanwhile explain a smaller rise, and even a fall', () => {
  expect(look('1480', '20')).toMatchObject({ by: '480', match: 'equal-less-fees' });
  expect(look('900', '600')).toMatchObject({ by: '-100', match: 'equal-less-fees' });
  expect(look('1480', '0.02')).toMatchObject({ match: 'differs' });
});

test('another rise is told as another, until the right one is seen', () => {
  const other = sightAfter(waiting, 500n, { balance: '1400', at: t1 }, '0');
  expect(other.after).toMatchObject({ by: '400', match: 'differs' });
  expect(look('1500', '0', other)).toMatchObject({ match: 'equal' });
});

test('no rise says nothing, and nor does one without a balance before', () => {
  expect(look('1000')).toEqual({ kind: 'not-yet' });
  expect(look('990')).toEqual({ kind: 'not-yet' });
  expect(look('1500', '0', { before: null, after: { kind: 'not-yet' } })).toEqual({ kind: 'not-yet' });
});
