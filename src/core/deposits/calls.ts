import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import { localDay } from '../../shared/time.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Print, printedFile } from '../printed-page.ts';
import { DepositApproval, type DepositApprovalParts } from './deposit-approval.ts';
import type { Deposits } from './deposits.ts';
import { printableDeposits } from './printable-deposits.ts';

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
    'deposits.list': () => success(deposits.page(accounts.activeId())),
    'deposits.all': () => success(deposits.list(accounts.activeId())),
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
