import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import { DepositApproval, type DepositApprovalParts } from './deposit-approval.ts';
import type { Deposits } from './deposits.ts';

export type DepositHandlerParts = DepositApprovalParts & { readonly accounts: Accounts; readonly deposits: Deposits };

/** The calls of the deposit screen. */
export function depositHandlers(parts: DepositHandlerParts): Handlers<'deposits'> {
  const { accounts, deposits } = parts;
  const approval = new DepositApproval(parts);
  return {
    'deposits.list': () => success(deposits.page(accounts.activeId())),
    'deposits.register': (deposit) => approval.register(deposit),
    'deposits.decide': (decision) => approval.decide(decision),
  };
}
