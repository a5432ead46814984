import type { Cost } from '../../../shared/submissions/cost.ts';
import { formatCost, separators } from '../format.ts';

/** An amount as it is written: before its decimal sign, from there on, and what it is of. */
export type AmountParts = { readonly whole: string; readonly fraction: string; readonly unit: string };

/** Null for what is no number: the service's own words. */
export function amountParts(cost: Cost): AmountParts | null {
  const text = formatCost(cost);
  // Separators of languages that write blanks are none of the ordinary ones.
  const [number = '', ...unit] = text.split(' ');
  const [whole = '', fraction, ...more] = number.split(separators().decimal);
  if (!/^-?\d/.test(whole) || !/^\d*$/.test(fraction ?? '') || more.length > 0) return null;
  return { whole, fraction: fraction === undefined ? '' : `${separators().decimal}${fraction}`, unit: unit.join(' ') };
}

/** How much room the amounts of a column take behind their whole digits, in characters. */
export type Alignment = { readonly fraction: number; readonly unit: number };

export const noAlignment: Alignment = { fraction: 0, unit: 0 };

/** Longer names do not push all amounts of a column aside. */
const LONGEST_UNIT = 16;

/**
 * Room for the longest of these and of those before them: what scrolls by must not move the rest about. No more than
 * `room` characters for one with its whole digits: amounts that are longer stand out, and leave the others in sight.
 */
export function alignmentOf(costs: readonly Cost[], room: number, before = noAlignment): Alignment {
  let { fraction, unit } = before;
  for (const cost of costs) {
    const parts = amountParts(cost);
    if (parts === null) continue;
    const unitLength = Math.min(parts.unit.length, LONGEST_UNIT);
    if (parts.whole.length + Math.max(fraction, parts.fraction.length) + 1 + Math.max(unit, unitLength) > room)
      continue;
    fraction = Math.max(fraction, parts.fraction.length);
    unit = Math.max(unit, unitLength);
  }
  return fraction === before.fraction && unit === before.unit ? before : { fraction, unit };
}

/** What stands unseen behind an amount, so that its decimal sign comes under those of the others. */
export function padding({ fraction }: AmountParts, alignment: Alignment): string {
  if (fraction.length >= alignment.fraction) return '';
  const zeros = '0'.repeat(alignment.fraction - Math.max(1, fraction.length));
  return fraction === '' ? `${separators().decimal}${zeros}` : zeros;
}
