import { longestAmount } from './amounts.ts';

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
export function formatDecimal({ units, scale }: Decimal): string {
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

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** Negative, 0 or positive, as for sorting. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const zero: Decimal = { units: 0n, scale: 0 };
