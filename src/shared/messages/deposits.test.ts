import { expect, test } from 'vitest';
import { formatUnits } from '../amounts.ts';
import type { DepositSight, DepositState } from '../bridge/deposits.ts';
import { type EvidenceWriting, evidenceWords, explanation, stateWords } from './deposits.ts';

const at = '2020-05-03T10:00:00Z';
const reason = { code: 'deposit-interrupted' } as const;
const registered: DepositState = { kind: 'registered', at, answer: '{}' };

test('every state says what it means', () => {
  const states: readonly DepositState[] = [
    { kind: 'registering', since: at },
    registered,
    { kind: 'registered', at, answer: null },
    { kind: 'refused', at, reason },
    { kind: 'not-sent', at, reason },
    { kind: 'unknown', since: at, reason },
  ];
  const words = states.map(explanation);
  expect(new Set(words).size).toBe(states.length);
  expect(words.slice(3, 5).every((text) => text.includes('nothing was registered'))).toBe(true);
  expect(words[5]).toContain('does not send it again automatically');
});

test('a deposit that only the user confirmed differs from one that the service accepted', () => {
  const state: DepositState = { kind: 'registered', at, answer: null };
  expect([stateWords(registered), stateWords(state)]).toEqual(['Registered', 'Confirmed by you']);
  expect(explanation(state)).toContain('The service never answered');
  // An answer without words is an answer.
  expect(stateWords({ kind: 'registered', at, answer: '' })).toBe('Registered');
});

const before = { balance: '1000', at };
const deposit = { amount: '500' };
const rose = (by: string, match: 'equal' | 'differs'): DepositSight => ({
  before,
  after: { kind: 'rose', balance: (1000n + BigInt(by)).toString(), at, by, fees: '0', match },
});
const writing: EvidenceWriting = {
  words: (baseUnits) => `${formatUnits(BigInt(baseUnits), 2)} USDC`,
  day: (instant) => (instant === at ? 'on 3 May 2020' : ''),
};

test.each([
  ['not-yet', '1000', null, false, 'It has not risen by the 5 USDC of this deposit. Confirm only if'],
  ['rose', '1500', 'equal', true, 'before, on 3 May 2020, and is 15 USDC now. It rose by exactly this deposit.'],
  ['rose', '1480', 'equal-less-fees', true, 'With the 0.2 USDC that submissions cost since'],
  ['rose', '1450', 'differs', false, 'It rose by 4.5 USDC, not by the 5 USDC of this deposit. Confirm only if'],
] as const)(
  'before a person’s word is taken, a balance that %s to %s (%s) is told',
  (kind, balance, match, proven, words) => {
    const by = (BigInt(balance) - 1000n).toString();
    const sight = kind === 'rose' ? ({ kind, balance, at, by, fees: '20', match } as const) : ({ kind } as const);
    const said = evidenceWords(deposit, { before, now: { balance, at }, trouble: null, sight }, false, writing);
    expect(said.proven).toBe(proven);
    expect(said.text).toContain(words);
    expect(said.text).toContain('was 10 USDC before');
  },
);

test('a balance that cannot be told, now or beforehand, is said to prove nothing', () => {
  const trouble = { code: 'balance-too-slow' } as const;
  const sight = { kind: 'not-yet' } as const;
  const without = evidenceWords(deposit, { before, now: null, trouble, sight }, false, writing);
  expect(without).toMatchObject({
    proven: false,
    text: expect.stringContaining(
      'cannot be read right now. The service takes too long to answer. It was 10 USDC before. Confirm only if',
    ),
  });
  const first = evidenceWords(deposit, { before: null, now: before, trouble: null, sight }, false, writing);
  expect(first).toMatchObject({
    proven: false,
    text: expect.stringContaining('is 10 USDC now. The balance before this deposit is unknown'),
  });
});

test('a rise that was seen before the balance went on is told with the balance that it was seen at', () => {
  const evidence = { before, now: { balance: '9000', at }, trouble: null };
  const equal = evidenceWords(deposit, { ...evidence, sight: rose('500', 'equal').after }, false, writing);
  expect(equal.proven).toBe(true);
  expect(equal.text).toMatch(/is 90 USDC now. It rose by exactly this deposit, to 15 USDC, seen on .*\.$/);
  const differs = evidenceWords(deposit, { ...evidence, sight: rose('100', 'differs').after }, false, writing);
  expect(differs.text).toContain('It rose by 1 USDC, to 11 USDC, seen on');
});

test('a rise that may be another deposit’s proves nothing', () => {
  const sight = rose('500', 'equal');
  const evidence = { before, now: { balance: '1500', at }, trouble: null, sight: sight.after };
  const said = evidenceWords(deposit, evidence, true, writing);
  expect(said.proven).toBe(false);
  expect(said.text).toContain('exactly one deposit of 5 USDC, but you made several of that size');
});
