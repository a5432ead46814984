import { type Deposit, isConfirmedByPerson } from '../bridge/deposits.ts';
import { type DepositSize, outweighs } from '../deposit-size.ts';
import type { Cost } from '../submissions/cost.ts';
import { shortenHex } from '../text.ts';
import { failureMessage } from './failures/failure-message.ts';

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
};

export function stateWords(state: Deposit['state']): string {
  return isConfirmedByPerson(state) ? 'Confirmed by you' : kindWords[state.kind];
}

/** Explains a state and says what to do next. */
export function explanation(state: Deposit['state']): string {
  switch (state.kind) {
    case 'registering':
      return 'Sending it to the service.';
    case 'registered':
      return isConfirmedByPerson(state)
        ? 'You confirmed that it was registered. The service never answered.'
        : 'The service accepted it.';
    case 'refused':
      return `The service did not accept it, so nothing was registered. ${failureMessage(state.reason)}`;
    case 'not-sent':
      return `It did not reach the service, so nothing was registered. ${failureMessage(state.reason)}`;
    case 'unknown':
      return `${failureMessage(state.reason)} Dropslip does not send it again automatically. Watch the balance, or ask the service’s operator.`;
  }
}

/** Amounts in whole base units, as a person reads them. */
type Words = (baseUnits: string) => string;

/** A deposit that is about to be registered. `balance`: the token's, now; null where that is not known. */
export type Reviewed = { readonly amount: bigint; readonly balance: bigint | null; readonly size: DepositSize };

export const irrevocable =
  'This can’t be undone here. If the amount, the token or the chain is wrong, only the service’s operator can correct it.';

/** `100 ethereum now → 102 ethereum after`; null where nobody knows what there is now. */
export function balanceChange({ amount, balance }: Omit<Reviewed, 'size'>, words: Words): string | null {
  if (balance === null) return null;
  return `${words(balance.toString())} now → ${words((balance + amount).toString())} after`;
}

/** What is unusual about the amount, each to be thought about; a first deposit is said as such. */
export function sizeWords(
  { amount, balance, size }: Reviewed,
  words: Words,
): { readonly tone: 'plain' | 'warning'; readonly text: string } | null {
  switch (size.kind) {
    case 'far-larger':
      return {
        tone: 'warning',
        text: `This is at least 10 times as much as any deposit of this token before (the largest was ${words(size.than.toString())}). Count the zeros.`,
      };
    case 'far-smaller':
      return {
        tone: 'warning',
        text: `This is a tenth or less of any deposit of this token before (the smallest was ${words(size.than.toString())}). Count the digits.`,
      };
    case 'first':
      return outweighs(amount, balance)
        ? {
            tone: 'warning',
            text: `This is your first deposit of this token here, and at least 10 times its balance (${words((balance ?? 0n).toString())}). Count the zeros.`,
          }
        : { tone: 'plain', text: 'This is your first deposit of this token here.' };
    case 'usual':
      return null;
  }
}
