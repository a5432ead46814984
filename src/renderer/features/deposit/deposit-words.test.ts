import { expect, test } from 'vitest';
import type { Deposit, DepositSight, DepositState } from '../../../shared/deposits.ts';
import { evidenceWords, explanation, sightWords, stateWords } from './deposit-words.ts';

const at = '2020-05-03T10:00:00Z';
const now = Date.parse('2026-03-01T12:00:00Z');
const reason = { code: 'unreachable', message: 'No answer came.' };
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

test('every state says what it means', () => {
  const states: readonly DepositState[] = [
    { kind: 'registering', since: at },
    registered,
    { kind: 'registered', at, answer: null },
    { kind: 'refused', at, reason },
    { kind: 'not-sent', at, reason },
    { kind: 'unknown', since: at, reason },
  ];
  const words = states.map((state) => explanation(deposit(state)));
  expect(new Set(words).size).toBe(states.length);
  expect(words.slice(3, 5).every((text) => text.includes('nothing was registered'))).toBe(true);
  expect(words[5]).toContain('will not send it again by itself');
});

test.each([
  [{ before: null, after: { kind: 'not-yet' } } as const, 'cannot tell a rise'],
  [{ before, after: { kind: 'not-yet' } } as const, 'has not risen yet: it was 10 USDC before'],
  [rose('500', 'equal'), 'rose by 5 USDC to 15 USDC, seen on 3 May 2020: exactly this deposit.'],
  [rose('480', 'equal-less-fees', '20'), 'With the 0.2 USDC that submissions cost meanwhile'],
  [rose('450', 'differs'), 'That is 0.5 USDC less than this deposit.'],
  [rose('5000', 'differs'), 'That is 45 USDC more than this deposit.'],
])('%j is told in words', (sight, words) => {
  const text = sightWords(deposit(registered, sight), false, now) ?? '';
  expect(text.replace('May 3, 2020', '3 May 2020')).toContain(words);
});

test('nothing is said of the balance where nothing can have been registered', () => {
  expect(sightWords(deposit({ kind: 'refused', at, reason }), false, now)).toBeNull();
});

test('what counts by the person’s word alone is told apart from what the service took', () => {
  const state: DepositState = { kind: 'registered', at, answer: null };
  expect([stateWords(registered), stateWords(state)]).toEqual(['Registered', 'Confirmed by you']);
  expect(explanation(deposit(state))).toContain('The service itself never answered');
  // An answer without words is an answer.
  expect(stateWords({ kind: 'registered', at, answer: '' })).toBe('Registered');
});

test.each([
  ['not-yet', '1000', null, false, 'It has not risen by the 5 USDC of this deposit. Say yes only if'],
  ['rose', '1500', 'equal', true, 'before, on 3 May 2020, and is 15 USDC now. It rose by exactly this deposit.'],
  ['rose', '1480', 'equal-less-fees', true, 'With the 0.2 USDC that submissions cost meanwhile'],
  ['rose', '1450', 'differs', false, 'It rose by 4.5 USDC, not by the 5 USDC of this deposit. Say yes only if'],
] as const)(
  'before a person’s word is taken, a balance that %s to %s (%s) is told',
  (kind, balance, match, proven, words) => {
    const by = (BigInt(balance) - 1000n).toString();
    const sight = kind === 'rose' ? ({ kind, balance, at, by, fees: '20', match } as const) : ({ kind } as const);
    const said = evidenceWords(deposit(unknown), { before, now: { balance, at }, trouble: null, sight }, false, now);
    expect(said.proven).toBe(proven);
    expect(said.text.replace('May 3, 2020', '3 May 2020')).toContain(words);
    expect(said.text).toContain('was 10 USDC before');
  },
);

test('a balance that cannot be told, now or beforehand, is said to prove nothing', () => {
  const trouble = { code: 'unreachable', message: 'No answer came.' };
  const sight = { kind: 'not-yet' } as const;
  const without = evidenceWords(deposit(unknown), { before, now: null, trouble, sight }, false, now);
  expect(without).toMatchObject({
    proven: false,
    text: expect.stringContaining('cannot be read just now. No answer came. It was 10 USDC before. Say yes only if'),
  });
  const first = evidenceWords(deposit(unknown), { before: null, now: before, trouble: null, sight }, false, now);
  expect(first).toMatchObject({
    proven: false,
    text: expect.stringContaining('is 10 USDC now. Dropslip has none from before'),
  });
});

test('a rise that was seen before the balance went on is told with the balance that it was seen at', () => {
  const evidence = { before, now: { balance: '9000', at }, trouble: null };
  const equal = evidenceWords(deposit(unknown), { ...evidence, sight: rose('500', 'equal').after }, false, now);
  expect(equal.proven).toBe(true);
  expect(equal.text).toMatch(/is 90 USDC now. It rose by exactly this deposit, to 15 USDC, seen on .*\.$/);
  const differs = evidenceWords(deposit(unknown), { ...evidence, sight: rose('100', 'differs').after }, false, now);
  expect(differs.text).toContain('It rose by 1 USDC, to 11 USDC, seen on');
});

test('a rise that may be another deposit’s proves nothing', () => {
  const sight = rose('500', 'equal');
  const evidence = { before, now: { balance: '1500', at }, trouble: null, sight: sight.after };
  const said = evidenceWords(deposit(unknown), evidence, true, now);
  expect(said.proven).toBe(false);
  expect(said.text).toContain('exactly one deposit of 5 USDC, and you made several of that size');
  expect(sightWords(deposit(unknown, sight), true, now)).toContain('exactly one deposit of this size');
});
