import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/bridge/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import { DepositApproval, type DepositApprovalParts } from './deposit-approval.ts';
import type { Deposits } from './deposits.ts';

export type DepositHandlerParts = Pick<DepositApprovalParts, 'consent' | 'locale'> & {
  readonly accounts: Accounts;
  readonly deposits: Deposits;
};

/** The calls of the deposit screen. */
export function depositHandlers({ accounts, deposits, ...parts }: DepositHandlerParts): Handlers<'deposits'> {
  const approval = new DepositApproval({
    ...parts,
    deposits: () => accounts.list().flatMap(({ id }) => deposits.list(id)),
    token: (accountId, address) => deposits.token(accountId, address),
    evidence: (id) => deposits.evidence(id),
    account: (accountId) => accounts.find(accountId),
  });
  return {
    'deposits.list': () => success(deposits.page(accounts.activeId())),
    'deposits.register': (deposit) => approval.register(deposit, () => deposits.register(deposit)),
    'deposits.decide': ({ id, decision }) => approval.decide({ id, decision }, () => deposits.decide(id, decision)),
  };
}
