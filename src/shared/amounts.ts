/**
 * Token amounts. Inside they are whole base units as `bigint`; people see and type decimals. Nothing here passes
 * through a floating-point number.
 */

export const maxDecimals = 36;
/** The largest amount that a token's contract can hold. */
export const largestAmount = 2n ** 256n - 1n;
/** Characters: a sign, the 78 digits of the largest amount, a point and the decimals. What is longer is no amount. */
export const longestAmount = 1 + 78 + 1 + maxDecimals;
/** Sums of amounts are longer by a few digits, and by the zeros that bring them to one scale. */
export const longestSum = 3 * longestAmount;

/** Base units as plain decimal text, without trailing zeros: `formatUnits(1500n, 3)` is `1.5`. `decimals` is 0–36. */
export function formatUnits(value: bigint, decimals: number): string {
  requireDecimals(decimals);
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Plain decimal text as base units. Null when it is no amount or finer than one base unit. `decimals` is 0–36. */
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

/** How a language writes numbers: `{ decimal: ',', group: '.', … }` for German. */
export type Separators = {
  readonly decimal: string;
  readonly group: string;
  /** How many digits stand in each group but the last, which has three: `12,34,567` is twos. */
  readonly groupsOf: 2 | 3;
  /** Whole numbers of any size with their separators. */
  readonly whole: (value: bigint | number) => string;
};

export function separatorsOf(locale: string | undefined): Separators {
  // The digits themselves are written as everywhere else in the app, so only their separators are the language's.
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
 * Plain decimal text (`1234567.5`) with the digits before the point in groups: `1,234,567.5`. What is anything else stays
 * as it is; so does what is longer than a sum of amounts, which may be of millions of digits.
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
 * What a person typed into an amount field, in base units. Group separators count only where they really part
 * thousands, so that `1.5` typed where `.` parts thousands is refused and not read as 15. Never negative. What it may mean
 * to people of other languages: `amount-readings.ts`.
 */
export function parseTypedAmount(
  typed: string,
  decimals: number,
  separators: Pick<Separators, 'decimal' | 'group' | 'groupsOf'>,
): TypedAmount {
  const text = typed.trim();
  if (text === '') return { ok: false, problem: 'empty' };
  // Group separators may double it.
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
  // Nobody parts the thousands of a number that begins with 0: `0.500` is a half, whoever wrote it.
  if (first.startsWith('0') || !parted || last.length !== 3 || parts.some((digits) => !/^\d+$/.test(digits)))
    return null;
  return parts.join('');
}

/** Special spaces and apostrophes are on no keyboard: the ordinary ones are typed for them. */
function asTyped(separator: string): string | RegExp {
  if (/^\s$/.test(separator)) return /\s/;
  return separator === '’' || separator === "'" ? /['’]/ : separator;
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > maxDecimals) {
    throw new RangeError(`Decimals must be a whole number from 0 to ${maxDecimals}, not ${decimals}.`);
  }
}

/** A decimal number of any size and scale, exact: `units` × 10^-`scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** Plain decimal text (`-12`, `0.0042`) as a decimal; null when it is anything else, or longer than any amount. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > longestAmount) return null;
  if (/^\d+$/.test(text)) return { units: BigInt(text), scale: 0 };
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** As plain decimal text, without zeros at the end of the fraction. */
export function decimalText({ units, scale }: Decimal): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const plain = fraction === '' ? whole : `${whole}.${fraction}`;
  return negative && /[1-9]/.test(plain) ? `-${plain}` : plain;
}

/** The same number in units of 10^-`scale`; `scale` is at least the number's own. */
export function unitsAt(decimal: Decimal, scale: number): bigint {
  return scale === decimal.scale ? decimal.units : decimal.units * 10n ** BigInt(scale - decimal.scale);
}

/** Negative, 0 or positive, as for sorting. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const zero: Decimal = { units: 0n, scale: 0 };

/** Exact. */
export function sumOf(decimals: readonly Decimal[]): Decimal {
  const scale = decimals.reduce((most, one) => Math.max(most, one.scale), 0);
  return { units: decimals.reduce((sum, one) => sum + unitsAt(one, scale), 0n), scale };
}

/**
 * What a typed amount means to whoever may have written it. `amount`: all of them read the same, and so does the person's own
 * language. `unclear`: to be asked about; what it may mean, first what the person's own language reads, in base units.
 */
type ReadAmount =
  | { readonly kind: 'amount'; readonly value: bigint }
  | { readonly kind: 'unclear'; readonly meant: readonly bigint[] }
  | { readonly kind: 'wrong'; readonly problem: Exclude<TypedAmount, { readonly ok: true }>['problem'] };

type Notation = Pick<Separators, 'decimal' | 'group' | 'groupsOf'>;

/** How numbers are written around the world: what is pasted may come from anybody. */
const notations: readonly Notation[] = ['.', ','].flatMap((decimal) =>
  ['.', ',', ' ', '’'].filter((group) => group !== decimal).map((group) => ({ decimal, group, groupsOf: 2 }) as const),
);

/** `1.500` is one and a half to some and fifteen hundred to others: whichever it is, it is never guessed. */
export function readAnyAmount(typed: string, decimals: number, own: Separators): ReadAmount {
  const ownReading = parseTypedAmount(typed, decimals, own);
  const isNumber = ownReading.ok || ownReading.problem === 'not-a-number' || ownReading.problem === 'too-many-decimals';
  if (!isNumber) return { kind: 'wrong', problem: ownReading.problem };
  const others = decimals === 0 ? notations.filter((notation) => !typed.includes(notation.decimal)) : notations;
  // Read as finely as can be: what is too fine for this token is still what somebody may have meant.
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

/** An estimate has no more digits than it can know, and never promises too little. The same on every screen. */
export function roundedUp(amount: string): string {
  if (!/^\d+$/.test(amount)) return amount;
  const value = BigInt(amount);
  const step = 10n ** BigInt(Math.max(value.toString().length - KEPT_DIGITS, 0));
  return String(((value + step - 1n) / step) * step);
}

/**
 * How many whole days a balance lasts when `fees` were paid in the last `days`. Null when nothing was paid, and when
 * fees are not whole base units, so that they cannot be held against the balance.
 */
export function lastsDays(balance: bigint, fees: string, days: number): bigint | null {
  const paid = wholeUnits(fees);
  return paid === null || paid <= 0n ? null : (balance * BigInt(days)) / paid;
}

/** `12` and `12.000` as 12; null for what is no whole number of base units, nor a sum of such. */
export function wholeUnits(text: string): bigint | null {
  if (text.length > longestSum) return null;
  const whole = /^(-?\d+)(?:\.0*)?$/.exec(text)?.[1];
  return whole === undefined ? null : BigInt(whole);
}
