import { expect, test } from 'vitest';
import { amountWords, tokenTitle } from './balance-words.ts';

test('amounts are exact, and in base units while nobody has said the decimals', () => {
  const huge = (2n ** 256n - 1n).toString();
  expect(amountWords(huge, { name: 'ETH', decimals: 18 }).replace(/[,.]/g, '')).toBe(`${huge} ETH`);
  expect(amountWords('1500', { name: null, decimals: null })).toBe('1,500 base units');
  expect(amountWords('1', { name: null, decimals: null })).toBe('1 base unit');
  expect(tokenTitle({ name: null, tokenAddress: `0x${'ab'.repeat(20)}` })).toBe('Unknown token 0xabab…abab');
});
