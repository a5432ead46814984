import { type Deposit, isConfirmedByUser } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { stateWords } from '../../../shared/messages/deposits.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
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

/** A deposit as labelled text. */
export function depositSections(deposit: Deposit): readonly FieldSection[] {
  const { amount, chainId, createdAt, token, balanceBefore, state } = deposit;
  const words = (baseUnits: string): string => depositAmountWords(baseUnits, token);
  const fields = [
    plainField('State', stateWords(state)),
    { ...plainField('Amount', words(amount)), ...(token.decimals === null ? { copy: amount } : {}) },
    { label: 'Chain', value: chainWords(chainId), copy: chainId, code: false },
    momentField('Recorded', createdAt),
    ...(state.kind === 'registered' ? [momentField(stateWords(state), state.at)] : []),
    ...('reason' in state ? [plainField('Reason', failureMessage(state.reason))] : []),
  ];
  const before =
    balanceBefore === null
      ? []
      : [plainField('Before', words(balanceBefore.balance)), momentField('Before, read', balanceBefore.at)];
  return filled([
    { title: 'Deposit', fields },
    { title: 'Balance', fields: before },
  ]);
}

/** The amounts in base units, and the service's answer. */
export function technicalSections({ amount, tokenAddress, balanceBefore, state }: Deposit): readonly FieldSection[] {
  const answer = state.kind === 'registered' && !isConfirmedByUser(state) ? state.answer : null;
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
        ['Answer', answer, codeField],
        ['Technical detail', 'reason' in state ? (state.reason.detail ?? null) : null, codeField],
      ]),
    },
  ]);
}

function filled(sections: readonly FieldSection[]): readonly FieldSection[] {
  return sections.filter(({ fields }) => fields.length > 0);
}

function baseUnits(label: string, amount: string): Field {
  return { label, value: formatDecimal(amount), copy: amount, code: false };
}
