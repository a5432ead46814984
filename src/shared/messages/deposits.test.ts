import { expect, test } from 'vitest';
import { separatorsOf } from '../amounts.ts';
import type { CreditOrder, CreditOrderState, DepositState } from '../bridge/deposits.ts';
import { explanation, orderAdvice, orderStateWords, stateWords } from './deposits.ts';

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
    { kind: 'not-registered', at },
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

const payment = { tokenAddress: '0x', token: { name: null, decimals: null }, amount: '1', contract: '0x' };
const orderIn = (state: CreditOrderState): CreditOrder => ({
  orderId: '17',
  chainId: '1',
  createdAt: at,
  state,
  payment,
});
const seen = Date.parse(at);

test.each<[CreditOrderState, string]>([
  [{ kind: 'pending' }, 'Waiting for your payment'],
  [{ kind: 'unclear' }, 'Unclear'],
  [{ kind: 'included', txHash: null }, 'Payment seen'],
  [{ kind: 'completed', credits: '104857600', txHash: null, at }, '104,857,600 credits added'],
  [{ kind: 'completed', credits: null, txHash: null, at }, 'Credits added'],
  [{ kind: 'failed', at }, 'The operator says that it failed'],
  [{ kind: 'not-listed' }, 'No longer listed'],
])('an order that is %j says “%s”', (state, words) => {
  expect(orderStateWords(orderIn(state), separatorsOf('en'))).toBe(words);
});

test('an order that is open for more than a week refers to the operator', () => {
  const order = orderIn({ kind: 'pending' });
  expect(orderAdvice(order, seen + 6 * 86_400_000)).toBeNull();
  expect(orderAdvice(order, seen + 8 * 86_400_000)).toContain('ask the operator');
});

test('an order without a payment is not offered to be paid', () => {
  expect(orderAdvice({ ...orderIn({ kind: 'pending' }), payment: null }, seen)).toContain('not registered on this');
});
