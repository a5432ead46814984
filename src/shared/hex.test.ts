import { expect, test } from 'vitest';
import { normaliseHex, shortenHex } from './hex.ts';

test('hex is made lower case with 0x', () => {
  expect(['0xABcd', 'abCD', ' 0XABCD '].map(normaliseHex)).toEqual(['0xabcd', '0xabcd', '0xabcd']);
});

test('what is not whole bytes of hex is none', () => {
  expect(['', '0x', '0xabc', 'xyz', '0x0x11'].map(normaliseHex)).toEqual([null, null, null, null, null]);
});

test('long hex is shortened in the middle, short text stays', () => {
  expect(shortenHex(`0x1234${'0'.repeat(56)}abcd`)).toBe('0x1234…abcd');
  expect(shortenHex('0x12345678')).toBe('0x12345678');
});
