import { expect, test } from 'vitest';
import { depositCalls } from './deposits.ts';

const asked = {
  accountId: 'a',
  tokenAddress: `0x${'ab'.repeat(20)}`,
  amount: '1',
  chainId: '1',
};

test('an amount that is no number, or more than any token can hold, is refused and never thrown at', () => {
  const register = depositCalls['deposits.register'].input;
  expect(register.safeParse(asked).success).toBe(true);
  for (const amount of ['', ':', '0', '-1', '1.5', '1e3', '0x1', 'x', '1'.repeat(79), '9'.repeat(78)]) {
    expect(register.safeParse({ ...asked, amount }).success).toBe(false);
  }
});
