import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareDecimals,
  type Decimal,
  decimalText,
  formatUnits,
  groupDigits,
  parseDecimal,
  parseTypedAmount,
  parseUnits,
  readAnyAmount,
  roundedUp,
  separatorsOf,
} from './amounts.ts';

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
    { numRuns: 300 },
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

const languages = [
  ...['en', 'en-IN', 'en-ZA', 'de', 'de-CH', 'de-AT', 'fr', 'fr-CH', 'es', 'es-MX', 'pt', 'pt-PT', 'it', 'pl', 'sv'],
  ...['ru', 'uk', 'hi', 'bn', 'ar', 'ar-EG', 'fa', 'he', 'ja', 'zh', 'th', 'fi', 'hu', 'bg', 'et'],
];
const language = fc.constantFrom(...languages);
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
    { numRuns: 300 },
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

test('an estimate has three digits, and never promises too little', () => {
  expect(['999', '1001', '115001500000000', '1.5', '0'].map(roundedUp)).toEqual([
    '999',
    '1010',
    '116000000000000',
    '1.5',
    '0',
  ]);
});

const src = fileURLToPath(new URL('..', import.meta.url));

/** Every file in which token amounts are read, reckoned with, kept or shown. */
const path = [
  'shared/amounts.ts',
  'shared/bridge/{balances,deposits,records}.ts',
  'core/{balances,deposits}/*.ts',
  'core/service/endpoints/{request-funds,get-all-tokens}.ts',
  'core/service/answers.ts',
  'renderer/ui/format.ts',
  'renderer/ui/amount-text.ts',
  'renderer/ui/AmountInput.tsx',
  'renderer/features/{balances,deposits}/**/*.{ts,tsx}',
];

/** What makes a floating-point number of an amount. */
const floats: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['Number(…)', /(?<![.\w])Number\(/],
  ['parseFloat', /\bparseFloat\b/],
  ['toFixed', /\.to(?:Fixed|Precision|Exponential)\(/],
  ['unary plus', /(?:^|[=(,:?&|[{]|return)\s*\+\s*[\w(['"`]/m],
];

/** Whole numbers that are no amounts: scales of decimals, clocks, days, parts of a hundred, row ids. */
const noAmount = [
  /Math\.(?:max|min)\(a\.scale, b\.scale\)/g,
  /Math\.max\(most, one\.scale\)/g,
  /Math\.max\(value\.toString\(\)\.length - KEPT_DIGITS, 0\)/g,
  /Math\.abs\((?:this\.#(?:\w+\.)?)?now(?:\(\))? - [^;]*;/g,
  /Math\.min\(this\.#takenAt\(clock\), [^;]*;/g,
  /Math\.max\(0, next - performance\.now\(\)\)/g,
  /Math\.max\(restUntil, lastReadAt \+ this\.#apartMs\)/g,
  /Number\(wholeNumberText\(value\.token_decimals \?\? value\.decimals\)/g,
  /Math\.max\(0, Math\.min\(99, Math\.floor\(\(done \/ total\) \* 100\)\)\)/g,
  /Math\.round\(\(part \/ whole\) \* 100\)/g,
  /Math\.min\(99, nearest\)/g,
  /Math\.min\(2 \* pauseMs, LONGEST_PAUSE_MS\)/g,
  /Math\.max\(0, Math\.round\(seconds\)\)/g,
  /Math\.(?:round|floor)\((?:whole|minutes|hours) \/ \d+\)/g,
  /Math\.ceil\(\(now - Date\.parse\(since\)\) \/ DAY_MS\)/g,
  /Math\.max\(1, Math\.min\(DAYS, passed\)\)/g,
  /Number\((?:written|this\.#insert\.run\([^;]*)\.lastInsertRowid\)/g,
  /Math\.max\(this\.#restMs, clock\.readAt \+ this\.#apartMs - performance\.now\(\)\)/g,
];

const files = path
  .flatMap((pattern) => globSync(pattern, { cwd: src }))
  .filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file));

const codeOf = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

function findFloats(code: string): readonly string[] {
  const left = noAmount.reduce((text, allowed) => text.replace(allowed, ''), code);
  return [...floats, ['Math', /\bMath\./] as const].flatMap(([what, pattern]) => (pattern.test(left) ? [what] : []));
}

test('no file that handles amounts makes a floating-point number of one', () => {
  for (const pattern of path) expect(globSync(pattern, { cwd: src }), pattern).not.toEqual([]);
  const found = files.flatMap((file) => {
    const whats = findFloats(codeOf(readFileSync(`${src}/${file}`, 'utf8')));
    return whats.length === 0 ? [] : [`${file}: ${whats.join(', ')}`];
  });
  expect(found).toEqual([]);
});

test.each([
  'Number(amount)',
  'parseFloat(x)',
  'a = +amount',
  'f(+amount)',
  'x.toFixed(2)',
  'Math.round(x)',
  'return +x',
])('%s would be found', (code) => {
  expect(findFloats(code)).not.toEqual([]);
});

test.each(['a + b', 'i += 1', "'+' + x", 'Number.isInteger(x)', 'x.toString()', 'BigInt(x)'])(
  '%s is no float',
  (code) => {
    expect(findFloats(code)).toEqual([]);
  },
);

const decimalsOf: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
  scale: fc.nat({ max: 40 }),
});

function readNumber(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new Error(`${text} is no decimal.`);
  return decimal;
}

test('a decimal that is written and readNumber again is the same number', () => {
  fc.assert(
    fc.property(decimalsOf, (decimal) => {
      expect(compareDecimals(readNumber(decimalText(decimal)), decimal)).toBe(0);
    }),
  );
});

test('texts that are no plain decimalsOf are none', () => {
  for (const text of ['', '1e9', '1,5', '.5', '5.', ' 1', '0x1', 'NaN', '+1', '1'.repeat(2_000)]) {
    expect(parseDecimal(text)).toBeNull();
  }
});

test('the longest text that can be an amount is readNumber, and one longer is none', () => {
  const longest = `-${'9'.repeat(78)}.${'9'.repeat(36)}`;
  expect(decimalText(readNumber(longest))).toBe(longest);
  expect(parseDecimal(`${longest}9`)).toBeNull();
});
