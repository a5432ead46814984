import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnyAmount } from './amount-readings.ts';
import { formatUnits, groupDigits, separatorsOf } from './amounts.ts';

const languages = [
  ...['en', 'en-IN', 'en-ZA', 'de', 'de-CH', 'de-AT', 'fr', 'fr-CH', 'es', 'es-MX', 'pt', 'pt-PT', 'it', 'pl', 'sv'],
  ...['ru', 'uk', 'hi', 'bn', 'ar', 'ar-EG', 'fa', 'he', 'ja', 'zh', 'th', 'fi', 'hu', 'bg', 'et'],
];
const language = fc.constantFrom(...languages);
const decimals = fc.integer({ min: 0, max: 36 });
const everyday = fc.bigInt({ min: 0n, max: 10n ** 7n });
const value = fc.oneof(everyday, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }));

/** In thousandths. */
const read = (typed: string, locale: string) => readAnyAmount(typed, 3, separatorsOf(locale));

test('what somebody wrote in any language is read as that, or asked about with that among the answers, in every language', () => {
  fc.assert(
    fc.property(language, language, value, decimals, (writer, reader, written, scale) => {
      const typed = groupDigits(formatUnits(written, scale), separatorsOf(writer));
      const reading = readAnyAmount(typed, scale, separatorsOf(reader));
      if (reading.kind === 'amount') expect(reading.value).toBe(written);
      else expect(reading).toEqual({ kind: 'unclear', meant: expect.arrayContaining([written]) });
    }),
    { numRuns: 3_000 },
  );
});

test('a number with one sign before its last three digits is asked about in every language, never guessed', () => {
  const whole = fc.integer({ min: 1, max: 999 });
  const last = fc.integer({ min: 0, max: 999 }).map((digits) => String(digits).padStart(3, '0'));
  fc.assert(
    fc.property(language, whole, fc.constantFrom('.', ','), last, (reader, first, sign, rest) => {
      const meant = [BigInt(`${first}${rest}000`), BigInt(`${first}${rest}`)];
      const reading = read(`${first}${sign}${rest}`, reader);
      expect(reading.kind === 'unclear' && new Set(reading.meant)).toEqual(new Set(meant));
    }),
  );
});

test('what can be read in one way alone, and is not how the person’s own language has it, is asked about as well', () => {
  for (const [typed, locale] of [
    ['1.500,25', 'en'],
    ['1,500.25', 'de'],
    ['1 500', 'en'],
    ['1 500', 'de'],
    ["1'500", 'en'],
    ['1’500', 'fr'],
    ['1,500,000', 'de'],
    ['1.5', 'de'],
    ['1,5', 'en'],
    ['1,23,456', 'en'],
  ] as const) {
    expect([typed, locale, read(typed, locale)]).toEqual([
      typed,
      locale,
      { kind: 'unclear', meant: [expect.anything()] },
    ]);
  }
  expect(read('1.500,25', 'en')).toEqual({ kind: 'unclear', meant: [1_500_250n] });
});

test('what is written as the person’s own language has it, and means one thing to everybody, needs no question', () => {
  for (const [typed, locale, amount] of [
    ['1500', 'en', 1_500_000n],
    ['1.5', 'en', 1_500n],
    ['1,500.25', 'en', 1_500_250n],
    ['1.500,25', 'de', 1_500_250n],
    ['1 500', 'fr', 1_500_000n],
    ["1'500", 'de-CH', 1_500_000n],
    ['1,234,567', 'en', 1_234_567_000n],
    ['0.125', 'en', 125n],
    ['.125', 'en', 125n],
    ['0,125', 'de', 125n],
  ] as const) {
    expect([typed, read(typed, locale)]).toEqual([typed, { kind: 'amount', value: amount }]);
  }
});

test('a half is a half in every language, also where the point parts thousands', () => {
  expect(read('0.500', 'de')).toEqual({ kind: 'unclear', meant: [500n] });
  expect(read('0,500', 'en')).toEqual({ kind: 'unclear', meant: [500n] });
});

test('of what cannot be divided, groups as the person’s own language has them are no fraction', () => {
  const units = (typed: string, locale: string) => readAnyAmount(typed, 0, separatorsOf(locale));
  expect(units('1,500', 'en')).toEqual({ kind: 'amount', value: 1500n });
  expect(units('1.500', 'en')).toEqual({ kind: 'unclear', meant: [1500n] });
  expect(units('1.000', 'en')).toEqual({ kind: 'unclear', meant: [1n, 1000n] });
});

test('a reading that is finer than the token is not offered, and where there is no other it is said', () => {
  expect(readAnyAmount('1.555', 2, separatorsOf('en'))).toEqual({ kind: 'unclear', meant: [155_500n] });
  expect(readAnyAmount('1.555', 2, separatorsOf('de'))).toEqual({ kind: 'unclear', meant: [155_500n] });
  expect(readAnyAmount('1,5555', 2, separatorsOf('en'))).toEqual({ kind: 'wrong', problem: 'too-many-decimals' });
});

test('what is no number in any language stays wrong', () => {
  for (const typed of ['', '.', ',', '-1', '1e3', '1.2.3', '1..5', '1,5,', '0x1', 'one', '1 50']) {
    expect([typed, read(typed, 'en').kind]).toEqual([typed, 'wrong']);
  }
});
