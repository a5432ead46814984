import { isDeepStrictEqual } from 'node:util';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { PayingAccount } from '../../../shared/messages/questions/payment-questions.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';

type Payer = Pick<PayingAccount, 'address' | 'submitBy'>;

/** Whether an account is where it was shown to be, and pays with what it was shown to pay with. */
export function paysAsShown(now: Payer, shown: Payer): boolean {
  return now.address === shown.address && isDeepStrictEqual(now.submitBy, shown.submitBy);
}

/**
 * Null where nobody knew: whoever says yes to what nobody knows has not said it to an amount. Base units of another token are
 * another amount, however many: an API key pays with whichever its service takes.
 */
export function costsNoMoreThanShown(now: Cost | null, shown: CallInputs['submissions.approve']['cost']): boolean {
  if (now === null || shown === null) return now === null && shown === null;
  return now.token === shown.token && /^\d+$/.test(shown.amount) && BigInt(now.amount) <= BigInt(shown.amount);
}
