import { expect, test } from 'vitest';
import type { Deposit, DepositState } from '../../../shared/bridge/deposits.ts';
import { balanceBeforeWords } from './deposit-words.ts';

const at = '2020-05-03T10:00:00Z';
const reason = { code: 'deposit-interrupted' } as const;
const deposit = (state: DepositState, balanceBefore: Deposit['balanceBefore']): Deposit => ({
  id: 1,
  accountId: 'one',
  tokenAddress: `0x${'ab'.repeat(20)}`,
  token: { name: 'USDC', decimals: 2 },
  amount: '500',
  chainId: '1',
  createdAt: at,
  state,
  attempts: [],
  balanceBefore,
});

test('an uncertain deposit shows the balance before it, and no other deposit does', () => {
  const before = { balance: '1000', at };
  const unknown: DepositState = { kind: 'unknown', since: at, reason };
  expect(balanceBeforeWords(deposit(unknown, before))).toBe('The balance was 10 USDC before this deposit.');
  expect(balanceBeforeWords(deposit(unknown, null))).toBeNull();
  expect(balanceBeforeWords(deposit({ kind: 'refused', at, reason }, before))).toBeNull();
});
