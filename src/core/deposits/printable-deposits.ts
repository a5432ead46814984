import { separatorsFor } from '../../shared/amounts/number-formats.ts';
import type { Deposit } from '../../shared/bridge/deposits.ts';
import { chainWords } from '../../shared/chains.ts';
import { costWords } from '../../shared/messages/cost.ts';
import { depositCost, explanation, stateWords } from '../../shared/messages/deposits/deposit-state-words.ts';
import { cleanText, escapeHtml } from '../../shared/text.ts';
import { ticketTime } from '../../shared/time.ts';
import { accountRows, type PrintedAccount, type PrintedPage, printedPage, section } from '../printed-page.ts';

/** Deposits of an account as a table to be printed. */
export function printableDeposits(
  deposits: readonly Deposit[],
  account: PrintedAccount,
  made: PrintedPage['made'],
): string {
  const rows = deposits.map((deposit) => {
    // The page speaks English, so it writes numbers as English does.
    const amount = costWords(depositCost(deposit), separatorsFor('comma-point', ''));
    return `<tr>${cell(ticketTime(deposit.createdAt, made.timeZone))}${cell(amount, deposit.tokenAddress)}${cell(
      chainWords(deposit.chainId),
    )}${cell(stateWords(deposit.state), explanation(deposit.state))}</tr>`;
  });
  const heads = ['Time', 'Amount', 'Chain', 'State'].map((head) => `<th scope="col">${head}</th>`).join('');
  const table = `<table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
  const body = `${section('Account', accountRows(account))}\n${table}`;
  return printedPage({ heading: 'Deposits', name: account.name, body, made });
}

const cell = (...lines: readonly string[]): string =>
  `<td>${lines.map((line) => `<p><bdi>${escapeHtml(cleanText(line))}</bdi></p>`).join('')}</td>`;
