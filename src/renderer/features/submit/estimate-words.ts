import type { Cost, CostEstimate } from '../../../shared/bridge/submissions.ts';
import { formatCost } from '../../ui/format.ts';

export type EstimateWords = { readonly text: string; readonly tone: 'plain' | 'warn' };

/** What the rest will probably cost, and whether the balance is enough; null while nothing is left to pay for. */
export function estimateWords({ cost, covered }: CostEstimate): EstimateWords | null {
  if (/^0*$/.test(cost.amount)) return null;
  const about = `About ${formatCost(roundedUp(cost))} for the rest`;
  if (covered === null) return { text: `${about}.`, tone: 'plain' };
  if (covered) return { text: `${about} — the balance covers it.`, tone: 'plain' };
  return { text: `${about} — the balance does not cover it: add funds, or cancel some.`, tone: 'warn' };
}

const KEPT_DIGITS = 3n;

/** An estimate pretends to no more digits than it has, and never promises too little. */
function roundedUp(cost: Cost): Cost {
  if (!/^\d+$/.test(cost.amount)) return cost;
  const amount = BigInt(cost.amount);
  const digits = BigInt(amount.toString().length);
  if (digits <= KEPT_DIGITS) return cost;
  const step = 10n ** (digits - KEPT_DIGITS);
  return { ...cost, amount: String(((amount + step - 1n) / step) * step) };
}
