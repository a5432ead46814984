import { expect, test } from 'vitest';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { chainHint, type DepositDraft, emptyDraft, offeredTokens, readDraft } from './deposit-draft.ts';
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
  spending: { submissions: 0, fees: '0', lastsDays: null },
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

test('an amount that may mean another is asked about, and nothing can be registered until it is answered', () => {
  expect(read({ amount: whole('1.500') })).toMatchObject({
    ready: null,
    open: 'Still to answer: which amount you mean.',
  });
  expect(read({ amount: { ...whole('1.500'), meant: '1500' } }).ready?.amount).toBe(1500n * 10n ** 18n);
});

test('what is missing is said, and nothing can be registered until then', () => {
  expect(readDraft(emptyDraft, [])).toMatchObject({
    ready: null,
    open: 'Still to fill in: the token, the amount and the chain.',
  });
  expect(read({ chain: '' })).toMatchObject({ ready: null, open: 'Still to fill in: the chain.' });
});

test('beside the button every reason why it waits is said', () => {
  expect(read({}).open).toBeNull();
  expect(read({ amount: whole('1.500'), chain: '' }).open).toBe(
    'Still to fill in: the chain. Still to answer: which amount you mean.',
  );
  expect(read({ amount: whole('0'), chain: 'Etherium' }).open).toBe('Still to correct: the amount and the chain.');
  expect(read({ choice: 'other', pasted: '0x12', amount: { unit: 'base', text: '7' } }).open).toBe(
    'Still to correct: the token.',
  );
});

test.each([
  [{ amount: whole('0') }, 'amountProblem', 'A deposit must be more than zero.'],
  [{ amount: whole('0.0') }, 'amountProblem', 'A deposit must be more than zero.'],
  [{ chain: 'Etherium' }, 'chainProblem', 'This chain’s name is unknown. Enter its number.'],
  [
    { choice: 'other', pasted: '0x12' },
    'addressProblem',
    'An address has 40 characters after 0x; this has 38 too few.',
  ],
] as const)('%j is refused in words', (change, field, problem) => {
  const reading = read(change);
  expect(reading.ready).toBeNull();
  expect(reading[field]).toBe(problem);
});

test.each([
  ['Eth', 'Choose one from the list, or enter the chain’s number.'],
  ['sepolia', 'Choose one from the list, or enter the chain’s number.'],
  ['ethereum', 'Made on Ethereum (chain 1).'],
  ['Etherium', 'Where you made the deposit: its name or number.'],
  ['', 'Where you made the deposit: its name or number.'],
])('of the chain %j it is said: %s', (chain, hint) => {
  expect(chainHint(chain)).toBe(hint);
  expect(read({ chain }).chainProblem === null).toBe(chain !== 'Etherium');
});

const addressAt = (at: number): string => `0x${at.toString(16).padStart(40, '0')}`;
const listed = (at: number): TokenBalance => ({ ...token, key: String(at), tokenAddress: addressAt(at % 20_000) });

test('a deposit offers two hundred tokens, each address once, and the one that is chosen', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => listed(at));
  const offered = offeredTokens(many, addressAt(15_000)).map(({ tokenAddress }) => tokenAddress);
  expect(new Set(offered).size).toBe(offered.length);
  expect(offered).toHaveLength(201);
  expect(offered).toContain(addressAt(15_000));
});
