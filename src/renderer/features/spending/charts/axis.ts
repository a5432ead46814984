import { type Decimal, decimalText, unitsAt } from '../../../../shared/amounts.ts';

export type Axis = { readonly marks: readonly Decimal[]; readonly top: Decimal };

/** Distances between marks are one of these and noughts. */
const steps = [1n, 2n, 5n, 10n];
const MOST_DISTANCES = 4n;

/** An axis on which the highest of some values has room. Whole numbers throughout: marks are what they say. */
export function axisFor(highest: Decimal): Axis {
  if (highest.units <= 0n) return { marks: [{ units: 0n, scale: 0 }], top: { units: 1n, scale: 0 } };
  // Two digits more, so that a quarter of any value is more than one.
  const scale = highest.scale + 2;
  const units = highest.units * 100n;
  const least = (units + MOST_DISTANCES - 1n) / MOST_DISTANCES;
  const power = 10n ** BigInt(least.toString().length - 1);
  const step = (steps.find((one) => one * power >= least) ?? 10n) * power;
  const count = (units + step - 1n) / step;
  const marks = Array.from({ length: Number(count) + 1 }, (_, at) => ({ units: BigInt(at) * step, scale }));
  return { marks, top: { units: count * step, scale } };
}

/** What an axis is high for a chart. */
export const FULL_HEIGHT = 10_000;

/** How high a value stands, of `FULL_HEIGHT`. What is not nothing stands above nothing. */
export function heightOn({ top }: Axis, value: Decimal): number {
  if (value.units <= 0n) return 0;
  const scale = Math.max(top.scale, value.scale);
  return Math.max(1, Number((unitsAt(value, scale) * BigInt(FULL_HEIGHT)) / unitsAt(top, scale)));
}

const LONGEST_MARK = 12;

/** A mark in few characters. It has one or two digits and noughts, so none is lost. `write`: in the person's language. */
export function markText(mark: Decimal, write: (plain: string) => string): string {
  const plain = decimalText(mark);
  if (plain.length <= LONGEST_MARK) return write(plain);
  const digits = mark.units.toString().replace(/0+$/, '');
  const power = mark.units.toString().length - 1 - mark.scale;
  return `${write(digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits)} × 10${superscript(power)}`;
}

function superscript(power: number): string {
  return [...String(power)].map((sign) => (sign === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? ''))).join('');
}
