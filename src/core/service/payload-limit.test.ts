import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payloadLimitIn } from './errors.ts';

test.each([
  ['Payload too large: the limit is 1048576 bytes', 1_048_576],
  ['Payload of 2000000 bytes exceeds the limit of 1,048,576 bytes', 1_048_576],
  ['Maximum size: 1 MiB', 1_048_576],
  ['We take at most 512 KiB.', 524_288],
])('“%s” names the limit', (words, limit) => {
  expect(payloadLimitIn(words)).toBe(limit);
});

test.each([
  'A payload reached size limit.',
  'length limit exceeded',
  'Payload of 2000000 bytes is too large',
  // A thousand or 1024, nobody knows.
  'the limit is 1 MB',
  'the limit is 1.5 MiB',
  'limit 10 bytes, limit 20 bytes',
  'the limit is 0 bytes',
  '',
])('“%s” names none beyond doubt', (words) => {
  expect(payloadLimitIn(words)).toBeNull();
});

test('whatever a service says, a limit is a number of bytes', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(limit|max|up to|[ 0-9,.]|bytes|KiB|MB){0,12}$/), (words) => {
      const limit = payloadLimitIn(words);
      expect(limit === null || (Number.isSafeInteger(limit) && limit > 0)).toBe(true);
    }),
  );
});
