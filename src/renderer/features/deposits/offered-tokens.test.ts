import { expect, test } from 'vitest';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { offeredTokens } from './offered-tokens.ts';

const address = (at: number): string => `0x${at.toString(16).padStart(40, '0')}`;
const listed = (at: number): TokenBalance => ({
  key: String(at),
  tokenDetailsId: String(at),
  userId: null,
  tokenAddress: address(at % 20_000),
  name: null,
  decimals: null,
  decimalsFrom: null,
  balance: '1',
  used: null,
  locked: null,
  extra: {},
  warnBelow: null,
  isLow: false,
  spending: { submissions: 0, fees: '0', lastsDays: null },
  sharesId: false,
  listing: { kind: 'listed' },
  missing: null,
});

test('a deposit offers two hundred tokens, each address once, and the one that is chosen', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => listed(at));
  const offered = offeredTokens(many, address(15_000)).map(({ tokenAddress }) => tokenAddress);
  expect(new Set(offered).size).toBe(offered.length);
  expect(offered).toHaveLength(201);
  expect(offered).toContain(address(15_000));
});
