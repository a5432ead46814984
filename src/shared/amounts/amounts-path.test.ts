import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../..', import.meta.url));

/** Every file in which token amounts are read, reckoned with, kept or shown. */
const path = [
  'shared/amounts/{amounts,amount-readings}.ts',
  'shared/bridge/{balances,deposits,records}.ts',
  'core/{balances,deposits}/*.ts',
  'core/service/endpoints/{request-funds,get-all-tokens}.ts',
  'core/service/tokens.ts',
  'renderer/ui/format.ts',
  'renderer/ui/fields/amount-text.ts',
  'renderer/ui/fields/{AmountInput,NumberField}.tsx',
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
  /Math\.abs\((?:this\.#(?:parts\.)?)?now(?:\(\))? - [^;]*;/g,
  /Math\.min\(this\.#takenAt\(clock\), [^;]*;/g,
  /Math\.max\(0, next - performance\.now\(\)\)/g,
  /Math\.max\(restUntil, lastReadAt \+ this\.#apartMs\)/g,
  /Number\(wholeNumberText\(value\.token_decimals \?\? value\.decimals\)/g,
  /Math\.max\(0, Math\.min\(99, Math\.floor\(\(done \/ total\) \* 100\)\)\)/g,
  /Math\.round\(\(part \/ whole\) \* 100\)/g,
  /Math\.min\(99, nearest\)/g,
  /Math\.max\(0, Math\.round\(seconds\)\)/g,
  /Math\.(?:round|floor)\((?:whole|minutes|hours) \/ \d+\)/g,
  /Math\.min\(PACE_DAYS, [^;]*;/g,
  /Number\(written\.lastInsertRowid\)/g,
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
