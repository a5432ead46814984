import { expect, test } from 'vitest';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { type DepositDraft, emptyDraft, readDraft, warningsAbout, withToken } from './deposit-draft.ts';
import { confirmSentence } from './deposit-words.ts';

const address = `0x${'ab'.repeat(20)}`;
const token: TokenBalance = {
  key: '1',
  tokenDetailsId: '1',
  userId: null,
  tokenAddress: address,
  name: 'ETH',
  decimals: 18,
  decimalsFrom: 'service',
  balance: '5',
  used: null,
  locked: null,
  extra: {},
  warnBelow: null,
  isLow: false,
  credits: null,
};
const whole = (text: string): DepositDraft['amount'] => ({ unit: 'whole', text });
const draft: DepositDraft = { choice: address, pasted: '', amount: whole('1.5'), chain: 'Ethereum' };
const read = (change: Partial<DepositDraft>, tokens = [token]) => readDraft({ ...draft, ...change }, tokens);
const sentence = (change: Partial<DepositDraft>, tokens = [token]): string | null => {
  const { ready } = read(change, tokens);
  return ready === null ? null : confirmSentence(ready);
};

test('a whole form becomes one sentence with every digit', () => {
  expect(sentence({})).toBe('Register a deposit of 1.5 ETH, made on Ethereum (chain 1).');
  expect(sentence({ amount: { unit: 'base', text: '1' }, chain: '12345' })).toBe(
    'Register a deposit of 0.000000000000000001 ETH, made on chain 12345 (unknown to Dropslip).',
  );
});

test('a token that nobody knows is registered in base units, by its pasted address', () => {
  const other = `0x${'cd'.repeat(20)}`;
  const change = { choice: 'other', pasted: other, amount: { unit: 'base', text: '700' } } as const;
  expect(read(change).ready).toMatchObject({ tokenAddress: other, amount: 700n, balance: null });
  expect(sentence(change)).toBe(
    'Register a deposit of 700 base units of the token 0xcdcd…cdcd, made on Ethereum (chain 1).',
  );
});

test('a pasted address of a listed token has its name and decimals', () => {
  expect(read({ choice: 'other', pasted: address }).unit).toEqual({ name: 'ETH', decimals: 18 });
});

test('an ambiguous amount cannot be registered until its meaning is chosen', () => {
  expect(read({ amount: whole('1.500') }).ready).toBeNull();
  expect(read({ amount: { ...whole('1.500'), meant: '1500' } }).ready?.amount).toBe(1500n * 10n ** 18n);
});

test('an incomplete form cannot be registered', () => {
  expect(readDraft(emptyDraft, []).ready).toBeNull();
  expect(read({ chain: '' }).ready).toBeNull();
});

test('another token empties the amount and keeps the chain', () => {
  expect(withToken(draft, 'other', undefined)).toEqual({
    ...draft,
    choice: 'other',
    amount: { unit: 'base', text: '' },
  });
});

test('an unknown chain and unknown decimals are warned of', () => {
  const { ready } = read({});
  if (ready === null) throw new Error('The form is complete.');
  expect(warningsAbout(ready)).toEqual([]);
  expect(warningsAbout({ ...ready, chainId: '12345' }).join()).toContain('does not know chain 12345');
  expect(warningsAbout({ ...ready, unit: { name: null, decimals: null } }).join()).toContain('base units');
});

test.each([
  [{ amount: whole('0') }, 'amountProblem', 'A deposit must be more than zero.'],
  [{ amount: whole('0.0') }, 'amountProblem', 'A deposit must be more than zero.'],
  [{ chain: 'Etherium' }, 'chainProblem', 'This chain’s name is unknown. Enter its number.'],
  [{ choice: 'other', pasted: '0x12' }, 'addressProblem', 'An address has 40 digits 0–9 and letters a–f after 0x.'],
] as const)('%j is refused in words', (change, field, problem) => {
  const reading = read(change);
  expect(reading.ready).toBeNull();
  expect(reading[field]).toBe(problem);
});
