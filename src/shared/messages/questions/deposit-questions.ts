import type { Separators } from '../../amounts.ts';
import type { Question } from '../../bridge/consent.ts';
import type { Deposit, DepositEvidence } from '../../bridge/deposits.ts';
import { chainWords } from '../../chains.ts';
import { rowText } from '../../text.ts';
import { costWords } from '../cost.ts';
import { type EvidenceWriting, evidenceWords } from '../deposit-evidence.ts';
import { type AskedAccount, accountLines } from './account-lines.ts';

/** What a question is about: an amount in whole base units, of a token, on a chain. */
export type AskedDeposit = Pick<Deposit, 'amount' | 'token' | 'tokenAddress' | 'chainId'>;

export function aboutDeposit(deposit: AskedDeposit, account: AskedAccount, separators: Separators): Question {
  return {
    title: 'Register this deposit?',
    text: 'The service adds it to your balance. Compare the amount, digit by digit, with the deposit that you made.',
    subject: linesOf(deposit, account, separators),
    confirm: 'Register deposit',
    tone: 'plain',
  };
}

export function aboutUncertainDeposit(deposit: AskedDeposit, account: AskedAccount, separators: Separators): Question {
  return {
    title: 'Register it again?',
    text: 'If the service did take this deposit, it counts twice. Be sure that it did not: look at the balance, or ask the service’s operator. If not, cancel.',
    subject: linesOf(deposit, account, separators),
    confirm: 'Register again',
    tone: 'warning',
  };
}

/** `isRivalled`: another deposit of this size was on its way at the same time, so that a rise may be that one's. */
export function aboutLostDeposit(
  deposit: AskedDeposit,
  { isRivalled, ...evidence }: DepositEvidence & { readonly isRivalled: boolean },
  account: AskedAccount,
  { separators, day }: Pick<EvidenceWriting, 'day'> & { readonly separators: Separators },
): Question {
  const words = (baseUnits: string): string => amountWords({ ...deposit, amount: baseUnits }, separators);
  const { proven, text } = evidenceWords(deposit, evidence, isRivalled, { words, day });
  return {
    title: proven ? 'It went through' : 'Did it really go through?',
    text,
    subject: linesOf(deposit, account, separators),
    confirm: proven ? 'Settle it' : 'Take my word for it',
    tone: proven ? 'plain' : 'warning',
  };
}

/** `earlier`: the same deposit, which is in the list already; `at` is when it was made, for people. */
export function aboutSameDeposit(
  deposit: AskedDeposit,
  earlier: { readonly at: string; readonly isCertain: boolean },
  account: AskedAccount,
  separators: Separators,
): Question {
  return {
    title: 'Register the same deposit again?',
    text: earlier.isCertain
      ? `You registered the same deposit on ${earlier.at}. Say yes only if you made another one: if not, it counts twice.`
      : `The same deposit of ${earlier.at} is in your list, and may have been registered. Say yes only if you made another one: if not, it may count twice. Settle that one instead.`,
    subject: linesOf(deposit, account, separators),
    confirm: 'Register once more',
    tone: 'warning',
  };
}

function linesOf(
  { amount, token, tokenAddress, chainId }: AskedDeposit,
  account: AskedAccount,
  separators: Separators,
): string {
  const words = amountWords({ amount, token }, separators);
  // What the decimals are may be a page's word: base units are what is registered.
  const base = token.decimals === null ? '' : ` = ${costWords({ amount, token: null, decimals: null }, separators)}`;
  return [`${words}${base}`, `Token ${tokenAddress}`, `Made on ${chainWords(chainId)}`, ...accountLines(account)].join(
    '\n',
  );
}

function amountWords({ amount, token }: Pick<AskedDeposit, 'amount' | 'token'>, separators: Separators): string {
  const name = token.name === null ? null : rowText(token.name, 60);
  return costWords({ amount, token: name, decimals: token.decimals }, separators);
}
