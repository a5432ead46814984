import { expect, test } from 'vitest';
import { type Deposit, type DepositSight, type DepositState, hasRival } from './deposits.ts';

const at = (minute: number): string => `2026-03-01T12:${`${minute}`.padStart(2, '0')}:00Z`;
const reason = { code: 'deposit-interrupted' } as const;
const lost: DepositState = { kind: 'unknown', since: at(0), reason };

/** A deposit whose rise was seen at a minute; null: not yet. */
function deposit(id: number, begun: number, seen: number | null, other: Partial<Deposit> = {}): Deposit {
  const before = { balance: '1000', at: at(begun) };
  const after: DepositSight['after'] =
    seen === null
      ? { kind: 'not-yet' }
      : { kind: 'rose', balance: '1500', at: at(seen), by: '500', fees: '0', match: 'equal' };
  return {
    id,
    accountId: 'one',
    tokenAddress: `0x${'ab'.repeat(20)}`,
    token: { name: 'USDC', decimals: 2 },
    amount: '500',
    chainId: '1',
    createdAt: at(begun),
    state: lost,
    attempts: [],
    sight: { before, after },
    ...other,
  };
}

test('a lost deposit and the same one registered again while it was uncertain are each other’s rivals', () => {
  const [first, again] = [
    deposit(1, 0, 9),
    deposit(2, 5, 9, { state: { kind: 'registered', at: at(5), answer: '{}' } }),
  ];
  expect(hasRival(first, [again, first])).toBe(true);
  expect(hasRival(again, [again, first])).toBe(true);
});

test('a deposit whose rise was seen before the next one began is no rival of it', () => {
  const [earlier, later] = [deposit(1, 0, 3), deposit(2, 5, 9)];
  expect(hasRival(earlier, [later, earlier])).toBe(false);
  expect(hasRival(later, [later, earlier])).toBe(false);
});

test.each<[string, Partial<Deposit>]>([
  ['of another size', { amount: '501' }],
  ['of another token', { tokenAddress: `0x${'cd'.repeat(20)}` }],
  ['that the service refused', { state: { kind: 'refused', at: at(0), reason } }],
  ['that never reached the service', { state: { kind: 'not-sent', at: at(0), reason } }],
])('a deposit %s is no rival', (_what, other) => {
  const one = deposit(1, 0, 9);
  expect(hasRival(one, [one, deposit(2, 0, null, other)])).toBe(false);
});
