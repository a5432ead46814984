import { expect, test } from 'vitest';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { findDeposits } from './deposit-search.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

function deposit(id: number, fields: Partial<Deposit>): Deposit {
  return {
    id,
    accountId: 'one',
    tokenAddress: `0x${'ab'.repeat(20)}`,
    token: { name: 'USDC', decimals: 2 },
    amount: '150025',
    chainId: '1',
    createdAt: '2020-05-03T10:00:00Z',
    state: { kind: 'registered', at: '2020-05-03T10:00:01Z', answer: '{}' },
    attempts: [],
    balanceBefore: null,
    ...fields,
  };
}

const all = [
  deposit(1, {}),
  deposit(2, { token: { name: 'DAI', decimals: 18 }, tokenAddress: `0x${'cd'.repeat(20)}`, chainId: '11155111' }),
  deposit(3, {
    amount: '7',
    createdAt: '2020-08-09T10:00:00Z',
    state: { kind: 'unknown', since: '2020-08-09T10:00:01Z', reason: { code: 'deposit-interrupted' } },
  }),
];

test.each([
  ['1500.25', [1]],
  ['dai', [2]],
  ['0xcdcd', [2]],
  ['sepolia', [2]],
  ['11155111', [2]],
  ['1', [1, 2]],
  ['12', []],
  ['know yet', [3]],
  ['usdc registered', [1]],
  ['aug', [3]],
  ['8/9/2020', [3]],
  ['9.8.2020', [3]],
  ['usdc may 2020', [1]],
  ['dai 5/3/2020', [2]],
  ['usdc 8/10/2020', []],
  ['nothing like it', []],
])('%j finds the deposits in whose amount, token, chain, state or day all its words stand', (query, found) => {
  expect(findDeposits(all, query, now).map(({ id }) => id)).toEqual(found);
});

test('without words all deposits are there', () => {
  expect(findDeposits(all, '  ', now)).toBe(all);
});
