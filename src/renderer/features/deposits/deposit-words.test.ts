import { expect, test } from 'vitest';
import type { Deposit, DepositSight, DepositState } from '../../../shared/bridge/deposits.ts';
import { sightWords } from './deposit-words.ts';

const at = '2020-05-03T10:00:00Z';
const now = Date.parse('2026-03-01T12:00:00Z');
const reason = { code: 'deposit-interrupted' } as const;
const before = { balance: '1000', at };
const rose = (by: string, match: 'equal' | 'equal-less-fees' | 'differs', fees = '0'): DepositSight => ({
  before,
  after: { kind: 'rose', balance: (1000n + BigInt(by)).toString(), at, by, fees, match },
});
const deposit = (state: DepositState, sight: DepositSight = { before, after: { kind: 'not-yet' } }): Deposit => ({
  id: 1,
  accountId: 'one',
  tokenAddress: `0x${'ab'.repeat(20)}`,
  token: { name: 'USDC', decimals: 2 },
  amount: '500',
  chainId: '1',
  createdAt: at,
  state,
  attempts: [],
  sight,
});
const registered: DepositState = { kind: 'registered', at, answer: '{}' };
const unknown: DepositState = { kind: 'unknown', since: at, reason };

test.each([
  [{ before: null, after: { kind: 'not-yet' } } as const, 'cannot see if it rose'],
  [{ before, after: { kind: 'not-yet' } } as const, 'has not risen yet: it was 10 USDC before'],
  [rose('500', 'equal'), 'rose by 5 USDC to 15 USDC, seen on 3 May 2020: exactly this deposit.'],
  [rose('480', 'equal-less-fees', '20'), 'With the 0.2 USDC that submissions cost since'],
  [rose('450', 'differs'), 'That is 0.5 USDC less than this deposit.'],
  [rose('5000', 'differs'), 'That is 45 USDC more than this deposit.'],
])('%j is told in words', (sight, words) => {
  const text = sightWords(deposit(registered, sight), false, now) ?? '';
  expect(text.replace('May 3, 2020', '3 May 2020')).toContain(words);
});

test('nothing is said of the balance where nothing can have been registered', () => {
  expect(sightWords(deposit({ kind: 'refused', at, reason }), false, now)).toBeNull();
});

test('a rise that may be another deposit’s is told as that', () => {
  expect(sightWords(deposit(unknown, rose('500', 'equal')), true, now)).toContain('exactly one deposit of this size');
});
