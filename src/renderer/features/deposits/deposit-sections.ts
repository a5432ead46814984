import type { Deposit, DepositAttempt } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { failureDetail, failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { ticketTime } from '../../../shared/time.ts';
import { codeField, type Field, type FieldSection, momentField, plainField, present } from '../../ui/fields/fields.ts';
import { formatDecimal } from '../../ui/format.ts';
import { depositAmountWords, stateWords } from './deposit-words.ts';

const outcomes: { readonly [Outcome in DepositAttempt['outcome']]: string } = {
  'under-way': 'Under way',
  registered: 'The service took it',
  refused: 'The service did not take it',
  'not-sent': 'It did not reach the service',
  unknown: 'It went out, no answer came',
  interrupted: 'Dropslip ended meanwhile',
};

/** Everything that is kept of a deposit, as labelled text. */
export function depositSections(deposit: Deposit): readonly FieldSection[] {
  const { sight, state, token, attempts } = deposit;
  const sections: readonly FieldSection[] = [
    {
      title: 'Deposit',
      fields: [
        plainField('State', stateWords(state)),
        ...(token.decimals === null ? [] : [plainField('Amount', depositAmountWords(deposit.amount, token))]),
        baseUnits('Amount in base units', deposit.amount),
        codeField('Token address', deposit.tokenAddress),
        { label: 'Chain', value: chainWords(deposit.chainId), copy: deposit.chainId, code: false },
        momentField('Written down', deposit.createdAt),
        ...(state.kind === 'registered' ? [momentField(stateWords(state), state.at)] : []),
      ],
    },
    {
      title: 'Balance in base units',
      fields: [
        ...(sight.before === null
          ? []
          : [baseUnits('Before', sight.before.balance), momentField('Before, read', sight.before.at)]),
        ...(sight.after.kind === 'not-yet'
          ? []
          : [
              baseUnits('After', sight.after.balance),
              baseUnits('Rose by', sight.after.by),
              momentField('After, read', sight.after.at),
            ]),
      ],
    },
    {
      title: 'The service says',
      fields: present([['Answer', state.kind === 'registered' ? state.answer : null, codeField]]),
    },
    {
      title: 'What happened',
      fields:
        'reason' in state
          ? present([
              ['Reason', failureMessage(state.reason), plainField],
              ['Technical detail', state.reason.detail ?? null, codeField],
            ])
          : [],
    },
    { title: 'Attempts', fields: attempts.map(attemptField) },
  ];
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
