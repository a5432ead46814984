import { expect, test } from 'vitest';
import { roundedUp } from './estimates.ts';

test('an estimate has three digits, and never promises too little', () => {
  expect(['999', '1001', '115001500000000', '1.5', '0'].map(roundedUp)).toEqual([
    '999',
    '1010',
    '116000000000000',
    '1.5',
    '0',
  ]);
});
