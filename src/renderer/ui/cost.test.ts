import { expect, test } from 'vitest';
import { formatCost } from './cost.ts';

test('a cost far beyond 2^53 keeps every digit', () => {
  const cost = { amount: '123456789012345678901234567890', token: 'ethereum', decimals: 18 };
  expect(formatCost(cost)).toBe('123,456,789,012.34567890123456789 ethereum');
});

test('a cost whose decimals nobody knows is told in base units', () => {
  expect(formatCost({ amount: '4200', token: 'ethereum', decimals: null })).toBe('4,200 base units of ethereum');
  expect(formatCost({ amount: '4200', token: null, decimals: null })).toBe('4,200 base units');
});

test('an amount that is no whole number is shown as it came', () => {
  expect(formatCost({ amount: '0.5', token: 'usdc', decimals: 6 })).toBe('0.5 usdc');
});

test('a cost of millions of digits is no amount: it is shown shortened, as the service wrote it', () => {
  const shown = formatCost({ amount: '9'.repeat(2_000_000), token: 'ethereum', decimals: 18 });
  expect(shown).toBe(`${'9'.repeat(200)}… ethereum`);
});
