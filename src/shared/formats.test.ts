import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnits, groupDigits, parseTypedAmount, readAnyAmount } from './amounts.ts';
import { type NumberFormat, numberFormats, separatorsFor, separatorsForQuestions } from './formats.ts';

const format = fc.constantFrom(...numberFormats);
const locale = fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'pl', 'es', 'ar-EG', 'sv', 'pt-PT');
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const decimals = fc.integer({ min: 0, max: 36 });

test('each number format writes numbers as its name says, whatever the system does', () => {
  const written = numberFormats.slice(1).map((one) => groupDigits('1234567.5', separatorsFor(one, 'ar-EG')));
  // Which blank and which apostrophe it is may change with the languages' own tables.
  const plain = written.map((text) => text.replace(/\s/g, ' ').replaceAll('’', "'"));
  expect(plain).toEqual(['1,234,567.5', '1.234.567,5', '1 234 567,5', "1'234'567.5", '12,34,567.5']);
  expect(groupDigits('1234567.5', separatorsFor('system', 'es'))).toBe('1.234.567,5');
});

test('in a question no sign that parts thousands can be taken for the one before decimals, whatever format was chosen', () => {
  const asked = (one: NumberFormat) => groupDigits('1234567.5', separatorsForQuestions(one, separatorsFor(one, 'en')));
  const written = numberFormats.slice(1).map(asked);
  expect(written.map((text) => text.replace(/\s/g, ' '))).toEqual([
    '1 234 567.5',
    '1 234 567,5',
    '1 234 567,5',
    '1 234 567.5',
    '1 234 567.5',
  ]);
  expect(asked('system')).toBe('1,234,567.5');
});

test('an amount that was written in a number format is typed back as the same amount, to the last digit', () => {
  fc.assert(
    fc.property(format, locale, amount, decimals, (one, system, value, scale) => {
      const separators = separatorsFor(one, system);
      const typed = groupDigits(formatUnits(value, scale), separators);
      expect(parseTypedAmount(typed, scale, separators)).toEqual({ ok: true, value });
    }),
  );
});

test('what was typed before the number format was changed is read as it was meant, or asked about', () => {
  fc.assert(
    fc.property(format, format, locale, amount, decimals, (before, after, system, value, scale) => {
      const typed = groupDigits(formatUnits(value, scale), separatorsFor(before, system));
      const read = readAnyAmount(typed, scale, separatorsFor(after, system));
      if (read.kind === 'amount') expect(read.value).toBe(value);
      else expect(read).toEqual({ kind: 'unclear', meant: expect.arrayContaining([value]) });
    }),
  );
});
