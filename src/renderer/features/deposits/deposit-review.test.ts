import { expect, test } from 'vitest';
import type { Deposit, DepositState } from '../../../shared/bridge/deposits.ts';
import type { ReadyDeposit } from './deposit-draft.ts';
import { depositReview } from './deposit-words.ts';

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
  balanceBefore: null,
  ...change,
});
const review = (before: readonly Deposit[], change: Partial<ReadyDeposit> = {}) =>
  depositReview({ ...asked, ...change }, before);
const remarks = (...all: Parameters<typeof review>): string =>
  review(...all)
    .remarks.map(({ tone, text }) => `${tone}: ${text}`)
    .join(' ');

test('ten times the largest deposit of the token is warned of, nine times is not', () => {
  expect(remarks([earlier('10'), earlier('2')])).toContain(
    'warning: This is at least 10 times as much as any deposit of this token before (the largest was 1 ETH)',
  );
  expect(remarks([earlier('11')])).toBe('');
  expect(remarks([earlier('1'), earlier('11')])).toBe('');
});

test('a first deposit is called that', () => {
  const refused: DepositState = { kind: 'refused', at: '', reason: { code: 'cancelled' } };
  expect(remarks([])).toBe('plain: This is your first deposit of this token here.');
  expect(remarks([earlier('1', { state: refused })])).toContain('plain: This is your first');
});

test('the balance is shown as it is and as it will be, where it is known', () => {
  expect(review([], { balance: 25n }).balance).toBe('2.5 ETH now → 12.5 ETH after');
  expect(review([]).balance).toBeNull();
});

test('a chain or a scale that nobody knows is warned of', () => {
  expect(remarks([], { chainId: '12345' })).toContain('does not know chain 12345');
  expect(remarks([], { unit: { name: null, decimals: null } })).toContain('base units');
});
