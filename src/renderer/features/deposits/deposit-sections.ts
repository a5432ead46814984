import type { Deposit, DepositAttempt } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { stateWords } from '../../../shared/messages/deposits.ts';
import { failureDetail, failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { ticketTime } from '../../../shared/time.ts';
import { formatDecimal } from '../../ui/format.ts';
import {
  codeField,
  type Field,
  type FieldSection,
  momentField,
  plainField,
  present,
} from '../../ui/record-sections.ts';
import { depositAmountWords } from './deposit-words.ts';

const outcomes: { readonly [Outcome in DepositAttempt['outcome']]: string } = {
  'under-way': 'Under way',
  registered: 'The service accepted it',
  refused: 'The service did not accept it',
  'not-sent': 'It did not reach the service',
  unknown: 'It was sent, but no clear answer came',
  interrupted: 'Dropslip closed in the meantime',
};

/** What a person asks of a deposit, as labelled text. */
export function depositSections({
  amount,
  chainId,
  createdAt,
  token,
  balanceBefore,
  state,
  attempts,
}: Deposit): Sections {
  const words = (baseUnits: string): string => depositAmountWords(baseUnits, token);
  return filled([
    {
      title: 'Deposit',
      fields: [
        plainField('State', stateWords(state)),
        { ...plainField('Amount', words(amount)), ...(token.decimals === null ? { copy: amount } : {}) },
        { label: 'Chain', value: chainWords(chainId), copy: chainId, code: false },
        momentField('Recorded', createdAt),
        ...(state.kind === 'registered' ? [momentField(stateWords(state), state.at)] : []),
      ],
    },
    {
      title: 'Balance',
      fields:
        balanceBefore === null
          ? []
          : [plainField('Before', words(balanceBefore.balance)), momentField('Before, read', balanceBefore.at)],
    },
    {
      title: 'What happened',
      fields: 'reason' in state ? [plainField('Reason', failureMessage(state.reason))] : [],
    },
    { title: 'Attempts', fields: attempts.map(attemptField) },
  ]);
}

/** The rest of what is kept of it, as the service has it. */
export function technicalSections({ amount, tokenAddress, balanceBefore, state }: Deposit): Sections {
  return filled([
    {
      title: 'In base units',
      fields: [
        baseUnits('Amount', amount),
        ...(balanceBefore === null ? [] : [baseUnits('Balance before', balanceBefore.balance)]),
      ],
    },
    {
      title: 'The service',
      fields: present([
        ['Token address', tokenAddress, codeField],
        ['Answer', state.kind === 'registered' ? state.answer : null, codeField],
        ['Technical detail', 'reason' in state ? (state.reason.detail ?? null) : null, codeField],
      ]),
    },
  ]);
}

type Sections = readonly FieldSection[];

function filled(sections: Sections): Sections {
  return sections.filter(({ fields }) => fields.length > 0);
}

function baseUnits(label: string, amount: string): Field {
  return { label, value: formatDecimal(amount), copy: amount, code: false };
}

function attemptField({ number, startedAt, outcome, reason }: DepositAttempt): Field {
  const field = momentField(`Attempt ${number}`, startedAt);
  const words = `${outcomes[outcome]}${reason === null ? '' : ` — ${failureDetail(reason)}`}`;
  return {
    ...field,
    value: `${field.value}: ${outcomes[outcome]}`,
    copy: `${startedAt}: ${words}`,
    ticket: `${ticketTime(startedAt)}: ${words}`,
  };
}
