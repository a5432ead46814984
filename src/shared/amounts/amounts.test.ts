import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUnits, groupDigits, parseTypedAmount, parseUnits, separatorsOf } from './amounts.ts';

const amount = fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n });
const decimals = fc.integer({ min: 0, max: 36 });
const english = separatorsOf('en');
const german = separatorsOf('de');

test('what was formatted is parsed back to the same amount, up to 2^256', () => {
  fc.assert(fc.property(amount, decimals, (value, scale) => parseUnits(formatUnits(value, scale), scale) === value));
});

test('what was formatted and grouped can be typed back in every language', () => {
  const locale = fc.constantFrom('en', 'de', 'fr', 'de-CH', 'ru', 'pt', 'en-IN', 'hi', 'es', 'ar-EG', 'sv');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), decimals, locale, (value, scale, language) => {
      const separators = separatorsOf(language);
      const typed = groupDigits(formatUnits(value, scale), separators);
      expect(parseTypedAmount(typed, scale, separators)).toEqual({ ok: true, value });
    }),
  );
});

test('amounts are formatted without trailing zeros', () => {
  expect(formatUnits(1500n, 3)).toBe('1.5');
  expect(formatUnits(-1n, 18)).toBe('-0.000000000000000001');
  expect(formatUnits(10n ** 20n, 18)).toBe('100');
  expect(formatUnits(0n, 0)).toBe('0');
});

test('what is no decimal, or finer than a base unit, is not parsed', () => {
  for (const text of ['', '.', '1.', '.5', '1e5', '0x1', '1,5', ' 1', '--1', '1.0001'])
    expect(parseUnits(text, 3)).toBeNull();
  expect(parseUnits('1.5000', 3)).toBe(1500n);
});

test('what was formatted for a Swiss or a French reader is typed with the signs that keyboards have', () => {
  const type = { 'de-CH': (text: string) => text.replaceAll('’', "'"), fr: (text: string) => text.replace(/\s/g, ' ') };
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n }),
      decimals,
      fc.constantFrom('de-CH' as const, 'fr' as const),
      (value, scale, language) => {
        const separators = separatorsOf(language);
        const typed = type[language](groupDigits(formatUnits(value, scale), separators));
        expect(parseTypedAmount(typed, scale, separators)).toEqual({ ok: true, value });
      },
    ),
  );
});

test('Indian groups are twos before the last three digits, as the language itself writes them', () => {
  const indian = separatorsOf('en-IN');
  expect(groupDigits('1234567890.5', indian)).toBe('1,23,45,67,890.5');
  expect(groupDigits('1234', indian)).toBe(new Intl.NumberFormat('en-IN').format(1234));
  expect(parseTypedAmount('1,23,456.5', 3, indian)).toEqual({ ok: true, value: 123456500n });
  expect(parseTypedAmount('1,234,567', 0, indian)).toEqual({ ok: true, value: 1234567n });
  expect(parseTypedAmount('12,34', 0, indian)).toEqual({ ok: false, problem: 'not-a-number' });
});

test('whole digits are grouped exactly as by hand, in threes or as the language has it, however many they are', () => {
  const locale = fc.constantFrom(
    ...['en', 'de', 'de-CH', 'de-AT', 'fr', 'fr-CH', 'es', 'pl', 'pt-PT', 'it', 'hi-IN', 'en-IN', 'bn', 'mr', 'ne'],
    ...['ar', 'ar-EG', 'fa', 'ur', 'he', 'ja', 'ko', 'zh', 'th', 'my', 'ru', 'uk', 'sv', 'fi', 'hu', 'bg', 'lv', 'et'],
  );
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 300 }).map((all) => all.join(''));
  fc.assert(
    fc.property(locale, fc.constantFrom('', '-'), digits, fc.option(digits), (language, sign, whole, fraction) => {
      const separators = separatorsOf(language);
      const plain = BigInt(whole).toString();
      const text = fraction === null ? `${sign}${plain}` : `${sign}${plain}.${fraction}`.slice(0, 340);
      const [shownWhole = '', shownFraction] = text.split('.');
      const grouped = byHand(shownWhole.replace('-', ''), separators);
      const rest = shownFraction === undefined ? '' : `${separators.decimal}${shownFraction}`;
      fc.pre(shownFraction !== '');
      expect(groupDigits(text, separators)).toBe(`${sign}${grouped}${rest}`);
    }),
    { numRuns: 2_000 },
  );
});

function byHand(whole: string, { group, groupsOf }: ReturnType<typeof separatorsOf>): string {
  const groups = whole.length > 3 ? [whole.slice(-3)] : [whole];
  for (let end = whole.length - 3; end > 0; end -= groupsOf)
    groups.unshift(whole.slice(Math.max(0, end - groupsOf), end));
  return groups.join(group);
}

test('text of millions of digits is no amount: it stays as it is, and is neither grouped nor read', () => {
  const huge = '9'.repeat(2_000_000);
  expect(groupDigits(huge, english)).toBe(huge);
  expect(parseUnits(huge, 18)).toBeNull();
  expect(parseTypedAmount(huge, 18, english)).toEqual({ ok: false, problem: 'too-long' });
  expect(parseTypedAmount('9'.repeat(200), 18, english)).toEqual({ ok: false, problem: 'too-long' });
});

test('decimals beyond 36 are a mistake of the caller', () => {
  expect(() => formatUnits(1n, 37)).toThrow(RangeError);
});

test('digits are grouped in threes before the point only', () => {
  expect(groupDigits('-1234567.1234567', english)).toBe('-1,234,567.1234567');
  expect(groupDigits('123', german)).toBe('123');
});

describe('a typed amount', () => {
  test.each([
    ['1.5', english, 1500n],
    [' 1,234.5 ', english, 1234500n],
    ['.5', english, 500n],
    ['5.', english, 5000n],
    ['1.234,5', german, 1234500n],
    ['1234,5', german, 1234500n],
    ['1 234,5', separatorsOf('fr'), 1234500n],
    ["1'234.5", separatorsOf('de-CH'), 1234500n],
    ['1’234.5', separatorsOf('de-CH'), 1234500n],
  ])('%j is read', (typed, separators, value) => {
    expect(parseTypedAmount(typed, 3, separators)).toEqual({ ok: true, value });
  });

  test.each([
    ['', english, 'empty'],
    ['1.2345', english, 'too-many-decimals'],
    ['1.5', german, 'not-a-number'],
    ['1,5', english, 'not-a-number'],
    ['1,23,456', english, 'not-a-number'],
    ['.', english, 'not-a-number'],
    ['-1', english, 'not-a-number'],
    ['1e3', english, 'not-a-number'],
    ['1.2.3', english, 'not-a-number'],
    [',123', english, 'not-a-number'],
  ])('%j is refused', (typed, separators, problem) => {
    expect(parseTypedAmount(typed, 3, separators)).toEqual({ ok: false, problem });
  });
});

test('a million zeros inside of a fraction are gone through once', () => {
  expect(parseUnits(`0.${'0'.repeat(1_000_000)}1`, 18)).toBeNull();
  expect(parseUnits(`0.1${'0'.repeat(1_000_000)}1`, 18)).toBeNull();
});
