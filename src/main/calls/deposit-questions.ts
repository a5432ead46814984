import type { Separators } from '../../shared/amounts.ts';
import { chainWords } from '../../shared/chains.ts';
import type { Question } from '../../shared/confirmation.ts';
import { costWords } from '../../shared/cost-words.ts';
import type { Deposit } from '../../shared/deposits.ts';
import { shownText } from '../../shared/shown-text.ts';

export function aboutUncertainDeposit(deposit: Deposit, separators: Separators): Question {
  return {
    title: 'Register it again?',
    text: 'If the service did take this deposit, it counts twice. Be sure that it did not: look at the balance, or ask the service’s operator. If not, cancel.',
    subject: linesOf(deposit, separators),
    confirm: 'Register again',
    tone: 'warning',
  };
}

/** `deposit` is in the list already. `madeAt`: when, for people. */
export function aboutSameDeposit(deposit: Deposit, madeAt: string, separators: Separators): Question {
  const isCertain = deposit.state.kind === 'registered';
  return {
    title: 'Register the same deposit again?',
    text: isCertain
      ? `You registered the same deposit on ${madeAt}. Say yes only if you made another one: if not, it counts twice.`
      : `The same deposit of ${madeAt} is in your list, and may have been registered. Say yes only if you made another one: if not, it may count twice. Settle that one instead.`,
    subject: linesOf(deposit, separators),
    confirm: 'Register once more',
    tone: 'warning',
  };
}

function linesOf({ amount, token, tokenAddress, chainId }: Deposit, separators: Separators): string {
  const name = token.name === null ? null : shownText(token.name, 60);
  return [
    costWords({ amount, token: name, decimals: token.decimals }, separators),
    `Token ${tokenAddress}`,
    `Made on ${chainWords(chainId)}`,
  ].join('\n');
}
