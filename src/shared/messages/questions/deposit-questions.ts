import type { Separators } from '../../amounts.ts';
import type { Deposit } from '../../bridge/deposits.ts';
import type { Question } from '../../bridge/ipc.ts';
import { chainWords } from '../../chains.ts';
import { rowText } from '../../text.ts';
import { balanceChange, irrevocable, type Reviewed } from '../deposits.ts';
import { costWords } from '../submissions.ts';
import { type AskedAccount, accountLines } from './account-questions.ts';

/** The deposit in a question. */
type AskedDeposit = Pick<Deposit, 'amount' | 'token' | 'tokenAddress' | 'chainId'> & Omit<Reviewed, 'amount'>;

export function aboutDeposit(deposit: AskedDeposit, account: AskedAccount, separators: Separators): Question {
  return {
    title: 'Register this deposit?',
    text: `The service adds it to your balance. Compare the amount, digit by digit, with the deposit that you made. ${irrevocable}`,
    ...linesOf(deposit, account, separators),
    confirm: 'Register deposit',
    tone: 'plain',
  };
}

/** `earlier`: the same deposit in the list. `at`: its time as text. */
export function aboutSameDeposit(
  deposit: AskedDeposit,
  earlier: { readonly at: string; readonly isCertain: boolean },
  account: AskedAccount,
  separators: Separators,
): Question {
  return {
    title: 'Register the same deposit again?',
    text: earlier.isCertain
      ? `You registered the same deposit on ${earlier.at}. Confirm only if you made another one. Otherwise it counts twice, and that can’t be undone here.`
      : `The same deposit of ${earlier.at} is in your list and may have been registered. Confirm only if you made another one. Otherwise settle that one instead: a deposit that counts twice can’t be undone here.`,
    ...linesOf(deposit, account, separators),
    confirm: 'Register once more',
    tone: 'warning',
  };
}

function linesOf(
  deposit: AskedDeposit,
  account: AskedAccount,
  separators: Separators,
): Pick<Question, 'subject' | 'details'> {
  const { amount, token, tokenAddress, chainId, balance } = deposit;
  const words = wordsOf(deposit, separators);
  const change = balanceChange({ amount: BigInt(amount), balance }, words);
  // Shows base units too, because a page may have set the decimals and base units are what is registered.
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
