/**
 * Token amounts. Inside they are whole base units as `bigint`; people see and type decimals. Nothing here passes
 * through a floating-point number.
 */

const maxDecimals = 36;

/** Base units as plain decimal text, without trailing zeros: `formatUnits(1500n, 3)` is `1.5`. `decimals` is 0–36. */
export function formatUnits(value: bigint, decimals: number): string {
  requireDecimals(decimals);
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Plain decimal text as base units. Null when it is no decimal or finer than one base unit. `decimals` is 0–36. */
export function parseUnits(text: string, decimals: number): bigint | null {
  requireDecimals(decimals);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > decimals) return null;
  const value = BigInt(whole + kept.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
}

/** How a language writes numbers: `{ decimal: ',', group: '.' }` for German. */
export type Separators = { readonly decimal: string; readonly group: string };

export function separatorsOf(locale: string | undefined): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.5);
  const find = (type: 'decimal' | 'group', otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return { decimal: find('decimal', '.'), group: find('group', ',') };
}

/** Plain decimal text (`1234567.5`) with the digits before the point in threes: `1,234,567.5`. */
export function groupDigits(plain: string, separators: Separators): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain);
  if (match === null) return plain;
  const [, sign = '', whole = '', fraction] = match;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, () => separators.group);
  return `${sign}${grouped}${fraction === undefined ? '' : `${separators.decimal}${fraction}`}`;
}

export type TypedAmount =
  | { readonly ok: true; readonly value: bigint }
  | { readonly ok: false; readonly problem: 'empty' | 'not-a-number' | 'too-many-decimals' };

/**
 * What a person typed into an amount field, in base units. Group separators count only where they really part
 * thousands, so that `1.5` typed where `.` parts thousands is refused and not read as 15. Never negative.
 */
export function parseTypedAmount(typed: string, decimals: number, separators: Separators): TypedAmount {
  const text = typed.trim();
  if (text === '') return { ok: false, problem: 'empty' };
  const [whole = '', fraction, ...more] = text.split(separators.decimal);
  if (more.length > 0) return { ok: false, problem: 'not-a-number' };
  const plainWhole = withoutGroups(whole, separators.group);
  const nothing = plainWhole === '' && (fraction === undefined || fraction === '');
  if (plainWhole === null || nothing || (fraction !== undefined && !/^\d*$/.test(fraction))) {
    return { ok: false, problem: 'not-a-number' };
  }
  const value = parseUnits(`${plainWhole || '0'}.${fraction || '0'}`, decimals);
  return value === null ? { ok: false, problem: 'too-many-decimals' } : { ok: true, value };
}

function withoutGroups(whole: string, separator: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  // Languages that part thousands with a special space are typed with the ordinary one.
  const blank = /^\s$/.test(separator);
  const [first = '', ...groups] = blank ? whole.split(/\s/) : whole.split(separator);
  if (!/^\d{1,3}$/.test(first) || groups.some((group) => !/^\d{3}$/.test(group))) return null;
  return first + groups.join('');
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > maxDecimals) {
    throw new RangeError(`Decimals must be a whole number from 0 to ${maxDecimals}, not ${decimals}.`);
  }
}
