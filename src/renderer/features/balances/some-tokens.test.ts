import { expect, test } from 'vitest';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { findTokens } from './some-tokens.ts';

const token = (at: number, fields: Partial<TokenBalance> = {}): TokenBalance => ({
  key: String(at),
  tokenDetailsId: String(at),
  userId: null,
  tokenAddress: `0x${at.toString(16).padStart(40, '0')}`,
  name: `token-${at}`,
  decimals: 18,
  decimalsFrom: 'service',
  balance: '1',
  used: null,
  locked: null,
  extra: {},
  warnBelow: null,
  isLow: false,
  spending: { submissions: 0, fees: '0', lastsDays: null },
  sharesId: false,
  ...fields,
});
const many = Array.from({ length: 20_000 }, (_, at) => token(at, { isLow: at === 19_999 }));

test('of twenty thousand tokens those that need a look come first, and any is found by name, address or id', () => {
  expect(findTokens(many, '')).toHaveLength(20_000);
  expect(findTokens(many, '')[0]?.key).toBe('19999');
  expect(findTokens(many, ' TOKEN-12345 ').map(({ key }) => key)).toEqual(['12345']);
  expect(findTokens(many, many[777]?.tokenAddress ?? '').map(({ key }) => key)).toContain('777');
});

test('few tokens stay in the service’s order', () => {
  const few = [token(1), token(2, { isLow: true })];
  expect(findTokens(few, '').map(({ key }) => key)).toEqual(['1', '2']);
});
