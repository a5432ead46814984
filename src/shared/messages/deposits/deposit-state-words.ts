import { type Deposit, isConfirmedByPerson } from '../../bridge/deposits.ts';
import { shortenHex } from '../../hex.ts';
import type { Cost } from '../../submissions/cost.ts';
import { failureMessage } from '../failures/failure-message.ts';

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
