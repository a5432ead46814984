/**
 * Token amounts. They are whole base units as `bigint`; users see and type decimals. No amount passes through a
 * floating-point number.
 */

export const maxDecimals = 36;
/** The largest amount that a token contract can hold. */
export const largestAmount = 2n ** 256n - 1n;
/** Characters: a sign, the 78 digits of the largest amount, a point and the decimals. A longer text is not an amount. */
export const longestAmount = 1 + 78 + 1 + maxDecimals;
/** Sums of amounts have a few more digits, and the zeros of a common scale. */
export const longestSum = 3 * longestAmount;

/** Base units as plain decimal text, without trailing zeros: `formatUnits(1500n, 3)` is `1.5`. `decimals` is 0–36. */
export function formatUnits(value: bigint, decimals: number): string {
  requireDecimals(decimals);
  return decimalText({ units: value, scale: decimals });
}

/** Plain decimal text as base units. Null if it is not an amount or finer than one base unit. `decimals` is 0–36. */
export function parseUnits(text: string, decimals: number): bigint | null {
  requireDecimals(decimals);
  if (text.length > longestAmount) return null;
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = fraction.replace(/(?<!0)0+$/, '');
  if (kept.length > decimals) return null;
  const value = BigInt(whole + kept.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
}

/** Number separators of a language: `{ decimal: ',', group: '.', … }` for German. */
export type Separators = {
  readonly decimal: string;
  readonly group: string;
  /** Digits per group, except the last one, which has three: 2 for `12,34,567`. */
  readonly groupsOf: 2 | 3;
  /** Formats whole numbers of any size with separators. */
  readonly whole: (value: bigint | number) => string;
};

const separatorsByLocale = new Map<string, Separators>();

export function separatorsOf(locale: string): Separators {
  const known = separatorsByLocale.get(locale) ?? readSeparators(locale);
  separatorsByLocale.set(locale, known);
  return known;
}

function readSeparators(locale: string): Separators {
  // The digits are Latin everywhere in the app, so only the separators depend on the language.
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', numberingSystem: 'latn' });
  const parts = format.formatToParts(12345678.5);
  const find = (type: 'decimal' | 'group', otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const middle = parts.filter(({ type }) => type === 'integer').at(-2);
  return {
    decimal: find('decimal', '.'),
    group: find('group', ','),
    groupsOf: middle?.value.length === 2 ? 2 : 3,
    whole: (value) => format.format(value),
  };
}

/**
 * Groups the digits before the point of plain decimal text: `1234567.5` becomes `1,234,567.5`. Returns any other text
 * unchanged, and any text longer than a sum of amounts, which may have millions of digits.
 */
export function groupDigits(plain: string, { decimal, whole: write }: Separators): string {
  const match = plain.length > longestSum ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain);
  if (match === null) return plain;
  const [, sign = '', whole = '', fraction] = match;
  return `${sign}${write(BigInt(whole))}${fraction === undefined ? '' : `${decimal}${fraction}`}`;
}

type TypedAmount =
  | { readonly ok: true; readonly value: bigint }
  | { readonly ok: false; readonly problem: 'empty' | 'not-a-number' | 'too-long' | 'too-many-decimals' };

/**
 * Parses an amount that the user typed, in base units. Group separators count only between thousands: `1.5` is refused
 * rather than read as 15 if `.` separates thousands. Never negative. `readAnyAmount` considers other languages.
 */
export function parseTypedAmount(
  typed: string,
  decimals: number,
  separators: Pick<Separators, 'decimal' | 'group' | 'groupsOf'>,
): TypedAmount {
  const text = typed.trim();
  if (text === '') return { ok: false, problem: 'empty' };
  // Group separators may double the length.
  if (text.length > 2 * longestAmount) return { ok: false, problem: 'too-long' };
  const [whole = '', fraction, ...more] = text.split(separators.decimal);
  if (more.length > 0) return { ok: false, problem: 'not-a-number' };
  const plainWhole = withoutGroups(whole, separators);
  const nothing = plainWhole === '' && (fraction === undefined || fraction === '');
  if (plainWhole === null || nothing || (fraction !== undefined && !/^\d*$/.test(fraction))) {
    return { ok: false, problem: 'not-a-number' };
  }
  const plain = `${plainWhole || '0'}.${fraction || '0'}`;
  if (plain.length > longestAmount) return { ok: false, problem: 'too-long' };
  const value = parseUnits(plain, decimals);
  return value === null ? { ok: false, problem: 'too-many-decimals' } : { ok: true, value };
}

function withoutGroups(whole: string, { group, groupsOf }: Pick<Separators, 'group' | 'groupsOf'>): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const parts = whole.split(asTyped(group));
  const last = parts.at(-1) ?? '';
  const [first = '', ...middle] = parts.slice(0, -1);
  const sizes = groupsOf === 2 ? [2, 3] : [3];
  const parted = sizes.some(
    (size) => first.length >= 1 && first.length <= size && middle.every((digits) => digits.length === size),
  );
  // A number that begins with 0 has no thousands: `0.500` is a half in every language.
  if (first.startsWith('0') || !parted || last.length !== 3 || parts.some((digits) => !/^\d+$/.test(digits)))
    return null;
  return parts.join('');
}

/** Keyboards have no special spaces and apostrophes, so the ordinary ones match too. */
function asTyped(separator: string): string | RegExp {
  if (/^\s$/.test(separator)) return /\s/;
  return separator === '’' || separator === "'" ? /['’]/ : separator;
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > maxDecimals) {
    throw new RangeError(`Decimals must be a whole number from 0 to ${maxDecimals}, not ${decimals}.`);
  }
}

/** An exact decimal number of any size and scale: `units` × 10^-`scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** Parses plain decimal text (`-12`, `0.0042`); null for any other text, or one longer than any amount. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > longestAmount) return null;
  if (/^\d+$/.test(text)) return { units: BigInt(text), scale: 0 };
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** Plain decimal text without trailing zeros in the fraction. */
export function decimalText({ units, scale }: Decimal): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The same number in units of 10^-`scale`. `scale` is not below the number's own. */
export function unitsAt(decimal: Decimal, scale: number): bigint {
  return scale === decimal.scale ? decimal.units : decimal.units * 10n ** BigInt(scale - decimal.scale);
}

/** For sorting: negative, 0 or positive. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const zero: Decimal = { units: 0n, scale: 0 };

export function sumOf(decimals: readonly Decimal[]): Decimal {
  const scale = decimals.reduce((most, one) => Math.max(most, one.scale), 0);
  return { units: decimals.reduce((sum, one) => sum + unitsAt(one, scale), 0n), scale };
}

/**
 * The possible meanings of a typed amount. `amount`: every notation gives the same value, including the user's.
 * `unclear`: the user has to choose from `meant`, in base units, the reading of their own language first.
 */
type ReadAmount =
  | { readonly kind: 'amount'; readonly value: bigint }
  | { readonly kind: 'unclear'; readonly meant: readonly bigint[] }
  | { readonly kind: 'wrong'; readonly problem: Exclude<TypedAmount, { readonly ok: true }>['problem'] };

type Notation = Pick<Separators, 'decimal' | 'group' | 'groupsOf'>;

/** Number notations around the world. A pasted amount may come from anybody. */
const notations: readonly Notation[] = ['.', ','].flatMap((decimal) =>
  ['.', ',', ' ', '’'].filter((group) => group !== decimal).map((group) => ({ decimal, group, groupsOf: 2 }) as const),
);

/** `1.500` means one and a half in some languages and fifteen hundred in others. Dropslip never guesses. */
export function readAnyAmount(typed: string, decimals: number, own: Separators): ReadAmount {
  const ownReading = parseTypedAmount(typed, decimals, own);
  const isNumber = ownReading.ok || ownReading.problem === 'not-a-number' || ownReading.problem === 'too-many-decimals';
  if (!isNumber) return { kind: 'wrong', problem: ownReading.problem };
  const others = decimals === 0 ? notations.filter((notation) => !typed.includes(notation.decimal)) : notations;
  // Uses the most decimals: a value too fine for this token may still be the intended one.
  const meanings = new Set(valuesOf(typed, maxDecimals, [own, ...others]));
  if (ownReading.ok && meanings.size === 1) return { kind: 'amount', value: ownReading.value };
  const meant = [...new Set(valuesOf(typed, decimals, [own, ...others]))];
  if (meant.length > 0) return { kind: 'unclear', meant };
  if (meanings.size > 0) return { kind: 'wrong', problem: 'too-many-decimals' };
  return { kind: 'wrong', problem: ownReading.ok ? 'not-a-number' : ownReading.problem };
}

function valuesOf(typed: string, decimals: number, written: readonly Notation[]): bigint[] {
  return written.flatMap((notation) => {
    const read = parseTypedAmount(typed, decimals, notation);
    return read.ok ? [read.value] : [];
  });
}

const KEPT_DIGITS = 3;

/** Rounds an estimate up to its significant digits, so that it never promises too little. The same on every screen. */
export function roundedUp(amount: string): string {
  if (!/^\d+$/.test(amount)) return amount;
  const value = BigInt(amount);
  const step = 10n ** BigInt(Math.max(value.toString().length - KEPT_DIGITS, 0));
  return String(((value + step - 1n) / step) * step);
}

/** `12` and `12.000` as 12; null for anything that is not a whole number of base units. */
export function wholeUnits(text: string): bigint | null {
  if (text.length > longestSum) return null;
  const whole = /^(-?\d+)(?:\.0*)?$/.exec(text)?.[1];
  return whole === undefined ? null : BigInt(whole);
}
