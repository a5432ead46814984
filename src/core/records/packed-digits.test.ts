import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedDigits } from './packed-digits.ts';

/** Of few digits, so that much is found. */
const digits = (least: number, most: number) =>
  fc.array(fc.constantFrom('0', '1', 'a'), { minLength: least, maxLength: most }).map((some) => some.join(''));

test('what is found in packed digits is what is found in the digits themselves, wherever it begins', () => {
  const texts = fc.array(
    digits(0, 8).map((some) => some + some),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(texts, fc.oneof(digits(4, 7), digits(14, 18)), (some, hex) => {
      const expected: unknown[] = [];
      for (const [index, text] of some.entries()) {
        const after = some.slice(index + 1).join('');
        for (let offset = 0; offset < text.length; offset += 1) {
          if (`${text}${after}`.startsWith(hex, offset)) expected.push({ index, offset });
        }
      }
      const found = new PackedDigits(some).find(hex);
      expect(found.toSorted((one, other) => one.index - other.index || one.offset - other.offset)).toEqual(expected);
    }),
  );
});
