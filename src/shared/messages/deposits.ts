import type { Separators } from '../amounts.ts';
import { type CreditOrder, type Deposit, isConfirmedByUser, isStuck } from '../bridge/deposits.ts';
import type { Cost } from '../submissions/cost.ts';
import { shortenHex } from '../text.ts';
import { failureMessage } from './failures/failure-message.ts';
import { creditsAdded } from './submissions.ts';

/** The amount of a deposit with the name of its token; a token without a name has its address. */
export function depositCost({ amount, token, tokenAddress }: Deposit): Cost {
  return { amount, token: token.name ?? shortenHex(tokenAddress), decimals: token.decimals };
}

const kindWords: { readonly [Kind in Deposit['state']['kind']]: string } = {
  registering: 'Registering…',
  registered: 'Registered',
  refused: 'Refused',
  'not-sent': 'Not sent',
  unknown: 'We don’t know yet',
  'not-registered': 'Not registered',
};

export function stateWords(state: Deposit['state']): string {
  return isConfirmedByUser(state) ? 'Confirmed by you' : kindWords[state.kind];
}

/** Explains a state and says what to do next. */
export function explanation(state: Deposit['state']): string {
  switch (state.kind) {
    case 'registering':
      return 'Sending it to the service.';
    case 'registered':
      return isConfirmedByUser(state)
        ? 'You confirmed that it was registered. The service never answered.'
        : 'The service accepted it.';
    case 'refused':
      return `The service did not accept it, so nothing was registered. ${failureMessage(state.reason)}`;
    case 'not-sent':
      return `It did not reach the service, so nothing was registered. ${failureMessage(state.reason)}`;
    case 'unknown':
      return `${failureMessage(state.reason)} Dropslip does not send it again automatically. Check the balance or ask the service’s operator, then say here what happened.`;
    case 'not-registered':
      return 'You said that the service did not register it.';
  }
}

/** Writes an amount of whole base units for the user. */
type FormatAmount = (baseUnits: string) => string;

/** A deposit that is about to be registered. `balance`: the token's as last read; null if it is not known. */
export type Reviewed = { readonly amount: bigint; readonly balance: bigint | null };

export const irrevocable =
  'This can’t be undone here. If the amount, the token or the chain is wrong, only the service’s operator can correct it.';

/** `100 ethereum now → 102 ethereum after`; null if the balance is not known. */
export function balanceChange({ amount, balance }: Reviewed, words: FormatAmount): string | null {
  if (balance === null) return null;
  return `${words(balance.toString())} now → ${words((balance + amount).toString())} after`;
}

export function orderStateWords({ state }: CreditOrder, separators: Separators): string {
  switch (state.kind) {
    case 'pending':
      return 'Waiting for your payment';
    case 'unclear':
      return 'Unclear';
    case 'included':
      return 'Payment seen';
    case 'completed':
      return creditsAdded(state.credits, separators);
    case 'failed':
      return 'The operator says that it failed';
    case 'not-listed':
      return 'No longer listed';
  }
}

/** Says what to do next. Null if nothing is to be done. `now` is in epoch milliseconds. */
export function orderAdvice(order: CreditOrder, now: number): string | null {
  const { state, payment } = order;
  if (isStuck(order, now)) return 'Still pending after a week. If you paid it, ask the operator about this order.';
  switch (state.kind) {
    case 'pending':
      return payment !== null ? null : 'It was not registered on this computer, or its answer was lost.';
    case 'unclear':
      return 'Dropslip does not know the state that the service names. Ask the operator before you pay.';
    case 'included':
      return 'The operator adds the credits soon.';
    case 'completed':
      return null;
    case 'failed':
      return 'Ask the operator what happened to this order before you pay again.';
    case 'not-listed':
      return 'The service does not list this order any more, so do not pay it. If you paid it, ask the operator.';
  }
}
