import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSize, sizeWords } from './sizes.ts';

test('sizes are 1024-based with two decimals', () => {
  expect([0, 1, 1023, 1024, 2365, 1_048_575, 1_048_576, 5 * 1024 ** 3].map((bytes) => sizeWords(bytes))).toEqual([
    '0 bytes',
    '1 byte',
    '1023 bytes',
    '1.00 KB',
    '2.31 KB',
    '1.00 MB',
    '1.00 MB',
    '5.00 GB',
  ]);
});

test('a size in words stands for a range that holds the size that it was made of', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (bytes) => {
      const range = parseSize(sizeWords(bytes));
      expect(range?.min ?? Infinity).toBeLessThanOrEqual(bytes);
      expect(range?.max ?? -1).toBeGreaterThanOrEqual(bytes);
    }),
  );
});

test('what is no size in words is not parsed', () => {
  for (const text of ['', '12', 'KB', '-1 KB', '1 XB', '1.5 bytes', '99999999999 PB'])
    expect(parseSize(text)).toBeNull();
});

test('a size can be written with another language’s decimal separator', () => {
  expect(sizeWords(2365, ',')).toBe('2,31 KB');
});
