import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { Deposit } from '../../shared/bridge/deposits.ts';
import { chainWords } from '../../shared/chains.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import { separatorsFor } from '../../shared/formats.ts';
import { depositCost, explanation, stateWords } from '../../shared/messages/deposits.ts';
import { costWords } from '../../shared/messages/submissions.ts';
import { cleanText, escapeHtml } from '../../shared/text.ts';
import { localDay, ticketTime } from '../../shared/time.ts';
import type { Accounts } from '../accounts/index.ts';
import {
  accountRows,
  type Print,
  type PrintedAccount,
  type PrintedPage,
  printedFile,
  printedPage,
  section,
} from '../printed-page.ts';
import { DepositApproval, type DepositApprovalParts } from './deposit-approval.ts';
import type { Deposits } from './deposits.ts';

export type DepositHandlerParts = DepositApprovalParts & {
  readonly accounts: Accounts;
  readonly deposits: Deposits;
  readonly app: { readonly version: string };
  readonly print: Print;
  readonly now: () => number;
};

/** The calls of the deposit screen. */
export function depositHandlers(parts: DepositHandlerParts): Handlers<'deposits'> {
  const { accounts, app, deposits, now, print } = parts;
  const approval = new DepositApproval(parts);
  return {
    'deposits.list': () => success(deposits.list(accounts.activeId())),
    'deposits.pdf': ({ ids }) => {
      const account = accounts.find(accounts.activeId());
      if (account === null) return failure({ code: 'unknown-account' });
      const wanted = new Set(ids);
      const listed = deposits.list(account.id).filter(({ id }) => wanted.has(id));
      const page = printableDeposits(listed, account, {
        issuedAt: new Date(now()).toISOString(),
        appVersion: app.version,
      });
      return printedFile(print, `Deposits ${localDay(now())}.pdf`, page);
    },
    'deposits.register': (deposit) => approval.register(deposit),
    'deposits.decide': (decision) => approval.decide(decision),
  };
}

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
