import type { Separators } from '../../amounts.ts';
import type { BalancesOfDeposit, Deposit } from '../../bridge/deposits.ts';
import type { Question } from '../../bridge/ipc.ts';
import { chainWords } from '../../chains.ts';
import { rowText } from '../../text.ts';
import { balanceChange, irrevocable, type Reviewed, sizeWords } from '../deposits.ts';
import { failureMessage } from '../failures/failure-message.ts';
import { costWords } from '../submissions.ts';
import { type AskedAccount, accountLines } from './account-questions.ts';

/** What a question is about: an amount in whole base units, of a token, on a chain. */
export type AskedDeposit = Pick<Deposit, 'amount' | 'token' | 'tokenAddress' | 'chainId'>;

/** A question about sending it: with what the balance is now, and how the amount stands to all others of its token. */
export type SentDeposit = AskedDeposit & Omit<Reviewed, 'amount'>;

export function aboutDeposit(deposit: SentDeposit, account: AskedAccount, separators: Separators): Question {
  const size = sizeWords({ ...deposit, amount: BigInt(deposit.amount) }, wordsOf(deposit, separators));
  return {
    title: 'Register this deposit?',
    text: [
      'The service adds it to your balance. Compare the amount, digit by digit, with the deposit that you made.',
      size?.text ?? '',
      irrevocable,
    ]
      .filter((text) => text !== '')
      .join(' '),
    ...linesOf(deposit, account, separators, deposit.balance),
    confirm: 'Register deposit',
    tone: size?.tone ?? 'plain',
  };
}

/** `day`: when the balance before was read, as part of a sentence. */
export type AskedBalances = BalancesOfDeposit & { readonly day: string };

export function aboutUncertainDeposit(
  deposit: SentDeposit,
  balances: AskedBalances,
  account: AskedAccount,
  separators: Separators,
): Question {
  return {
    title: 'Register it again?',
    text: `${balanceWords(balances, wordsOf(deposit, separators))} If the service already registered this deposit, it counts twice, and that can’t be undone here. Check the balance or ask the service’s operator first. If unsure, cancel.`,
    ...linesOf(deposit, account, separators, deposit.balance),
    confirm: 'Register again',
    tone: 'warning',
  };
}

export function aboutLostDeposit(
  deposit: AskedDeposit,
  balances: AskedBalances,
  account: AskedAccount,
  separators: Separators,
): Question {
  const words = wordsOf(deposit, separators);
  return {
    title: 'Did it really go through?',
    text: `${balanceWords(balances, words)} Confirm only if it rose by the ${words(deposit.amount)} of this deposit, or if the service’s operator says so.`,
    ...linesOf(deposit, account, separators),
    confirm: 'Confirm it myself',
    tone: 'warning',
  };
}

/** The balances as the service says them. Fees and other deposits change them too, so the user compares. */
function balanceWords({ before, now, trouble, day }: AskedBalances, words: (baseUnits: string) => string): string {
  if (now === null) {
    const was = before === null ? '' : ` It was ${words(before.balance)} before this deposit.`;
    return `The balance cannot be read right now. ${trouble ? failureMessage(trouble) : ''}${was}`;
  }
  if (before === null)
    return `The balance is ${words(now.balance)} now. It is unknown what it was before this deposit.`;
  return `The balance was ${words(before.balance)} before this deposit, ${day}, and is ${words(now.balance)} now.`;
}

/** `earlier`: the same deposit, which is in the list already; `at` is when it was made, for people. */
export function aboutSameDeposit(
  deposit: SentDeposit,
  earlier: { readonly at: string; readonly isCertain: boolean },
  account: AskedAccount,
  separators: Separators,
): Question {
  return {
    title: 'Register the same deposit again?',
    text: earlier.isCertain
      ? `You registered the same deposit on ${earlier.at}. Confirm only if you made another one. Otherwise it counts twice, and that can’t be undone here.`
      : `The same deposit of ${earlier.at} is in your list and may have been registered. Confirm only if you made another one. Otherwise settle that one instead: a deposit that counts twice can’t be undone here.`,
    ...linesOf(deposit, account, separators, deposit.balance),
    confirm: 'Register once more',
    tone: 'warning',
  };
}

/** `balance`: null where it is not known, or says nothing here. */
function linesOf(
  deposit: AskedDeposit,
  account: AskedAccount,
  separators: Separators,
  balance: bigint | null = null,
): Pick<Question, 'subject' | 'details'> {
  const { amount, token, tokenAddress, chainId } = deposit;
  const words = wordsOf(deposit, separators);
  const change = balanceChange({ amount: BigInt(amount), balance }, words);
  // What the decimals are may be a page's word: base units are what is registered.
  const base = token.decimals === null ? [] : [costWords({ amount, token: null, decimals: null }, separators)];
  return {
    subject: [
      words(amount),
      ...(change === null ? [] : [`Balance ${change}`]),
      `Made on ${chainWords(chainId)}`,
      ...accountLines(account),
    ].join('\n'),
    details: [...base, `Token ${tokenAddress}`].join('\n'),
  };
}

function wordsOf({ token }: Pick<AskedDeposit, 'token'>, separators: Separators): (baseUnits: string) => string {
  const name = token.name === null ? null : rowText(token.name, 60);
  return (amount) => costWords({ amount, token: name, decimals: token.decimals }, separators);
}
