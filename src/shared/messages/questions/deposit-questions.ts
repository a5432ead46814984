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

/** `earlier`: the same deposit in the list, with its time as text; null if there is none. */
export function aboutDeposit(
  deposit: AskedDeposit,
  earlier: { readonly at: string; readonly isCertain: boolean } | null,
  account: AskedAccount,
  separators: Separators,
): Question {
  const again =
    earlier === null
      ? ''
      : `The same deposit of ${earlier.at} ${earlier.isCertain ? 'is registered' : 'may have been registered'}. Confirm only if you made another one, because otherwise it counts twice. `;
  return {
    title: `Register ${earlier === null ? 'this' : 'the same'} deposit${earlier === null ? '' : ' again'}?`,
    text: `${again}The service adds it to your balance. Compare the amount, digit by digit, with the deposit that you made. ${irrevocable}`,
    ...linesOf(deposit, account, separators),
    confirm: 'Register deposit',
    tone: earlier === null ? 'plain' : 'warning',
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
