import { expect, test } from 'vitest';
import type { Deposit, DepositState } from '../../../shared/bridge/deposits.ts';
import type { ReadyDeposit } from './deposit-draft.ts';
import { depositWarnings } from './deposit-words.ts';

const tokenAddress = `0x${'ab'.repeat(20)}`;
const unit = { name: 'ETH', decimals: 1 };
const asked: ReadyDeposit = { tokenAddress, unit, amount: 100n, chainId: '1', balance: null };
const registered: DepositState = { kind: 'registered', at: '2026-03-01T10:00:00Z', answer: '' };

const earlier = (amount: string, change: Partial<Deposit> = {}): Deposit => ({
  id: 1,
  accountId: 'one',
  tokenAddress,
  token: unit,
  amount,
  chainId: '1',
  createdAt: '2026-03-01T10:00:00Z',
  state: registered,
  attempts: [],
  sight: { before: null, after: { kind: 'not-yet' } },
  ...change,
});
const warnings = (before: readonly Deposit[], change: Partial<ReadyDeposit> = {}): string =>
  depositWarnings({ ...asked, ...change }, before).join(' ');

test('ten times the last deposit of the token is warned of, nine times is not', () => {
  expect(warnings([earlier('10')])).toContain('at least 10 times your last deposit of this token (1 ETH)');
  expect(warnings([earlier('11')])).toBe('');
  expect(warnings([earlier('11'), earlier('1')])).toBe('');
  expect(warnings([earlier('10', { tokenAddress: `0x${'cd'.repeat(20)}` })])).toBe('');
});

test('without an earlier deposit the balance is the measure, and one that was not taken is none', () => {
  expect(warnings([], { balance: 10n })).toContain('10 times the balance of this token (1 ETH)');
  expect(warnings([], { balance: 0n })).toBe('');
  const refused: DepositState = { kind: 'refused', at: '', reason: { code: 'risen' } };
  expect(warnings([earlier('100', { state: refused })], { balance: 10n })).toContain('the balance');
});

test('a chain or a scale that nobody knows is warned of', () => {
  expect(warnings([], { chainId: '12345' })).toContain('does not know chain 12345');
  expect(warnings([], { unit: { name: null, decimals: null } })).toContain('base units');
});
