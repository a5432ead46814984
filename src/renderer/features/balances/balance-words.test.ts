import { expect, test } from 'vitest';
import { amountWords, lastsWords, paceWords, spendingWords, tokenTitle } from './balance-words.ts';

test.each([
  [null, null],
  ['0', 'less than a day'],
  ['-3', 'less than a day'],
  ['1', 'about 1 day'],
  ['12', 'about 12 days'],
  ['365', 'about 365 days'],
  ['366', 'more than a year'],
  ['3231', 'more than a year'],
  [(2n ** 256n).toString(), 'more than a year'],
])('%s days are told as %s', (days, words) => {
  expect(lastsWords(days)).toBe(words);
});

test('amounts are exact, and in base units while nobody has said the decimals', () => {
  const huge = (2n ** 256n - 1n).toString();
  expect(amountWords(huge, { name: 'ETH', decimals: 18 }).replace(/[,.]/g, '')).toBe(`${huge} ETH`);
  expect(amountWords('1500', { name: null, decimals: null })).toBe('1,500 base units');
  expect(amountWords('1', { name: null, decimals: null })).toBe('1 base unit');
  expect(tokenTitle({ name: null, tokenAddress: `0x${'ab'.repeat(20)}` })).toBe('Unknown token 0xabab…abab');
});

test('recent spending names its days and its share of the submissions', () => {
  const unit = { name: 'USDC', decimals: 6 };
  expect(spendingWords({ submissions: 3, fees: '1500000', lastsDays: null }, 4, unit)).toBe(
    '1.5 USDC in the last 30 days, for 3 of 4 submissions (75 %)',
  );
  expect(spendingWords({ submissions: 0, fees: '0', lastsDays: null }, 4, unit)).toBe('Nothing in the last 30 days');
});

test('the pace says over how many days it was measured', () => {
  expect([30, 9, 1].map(paceWords)).toEqual([
    'at the rate of the last 30 days',
    'at the rate of the last 9 days',
    'at the rate of the last day',
  ]);
});
