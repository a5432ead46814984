import { isDeepStrictEqual } from 'node:util';
import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { ShownCost } from '../../../shared/bridge/submissions.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';

type Payer = { readonly address: string | null; readonly submitBy: SubmitBy | null };

/** True if an account is at the address that was shown, and pays with what was shown. */
export function paysAsShown(now: Payer, shown: Payer): boolean {
  return now.address === shown.address && isDeepStrictEqual(now.submitBy, shown.submitBy);
}

/** Amounts of two tokens cannot be compared. An approval of an unknown cost (null) covers no known amount. */
export function costsNoMoreThanShown(now: Cost | null, shown: ShownCost | null): boolean {
  if (now === null || shown === null) return now === null && shown === null;
  return now.token === shown.token && /^\d+$/.test(shown.amount) && BigInt(now.amount) <= BigInt(shown.amount);
}
