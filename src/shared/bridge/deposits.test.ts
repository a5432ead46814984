import { expect, test } from 'vitest';
import { type Deposit, type DepositSight, type DepositState, depositCalls, hasRival } from './deposits.ts';

const asked = {
  draftId: '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01',
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
