import { expect, test } from 'vitest';
import { isOtherToken } from './queue-settings.ts';

test.each([
  ['ETH', 'ETH', false],
  ['USDC', 'ETH', true],
  ['ETH', 'credits', true],
  ['credits', 'credits', false],
  [null, 'ETH', false],
  [null, 'credits', true],
  ['ETH', null, false],
])('a limit in %s while %s pays', (token, pays, isOther) => {
  expect(isOtherToken({ amount: '1000', token }, pays)).toBe(isOther);
});
