import { expect, test } from 'vitest';
import type { DepositState } from '../bridge/deposits.ts';
import { explanation, stateWords } from './deposits.ts';

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
