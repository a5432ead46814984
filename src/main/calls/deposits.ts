import { success } from '../../shared/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import type { DepositBook } from '../ledger/index.ts';
import type { CallHandlers } from '../shell/ipc.ts';

type DepositCallName = Extract<keyof CallHandlers, `deposits.${string}`>;
type DepositCalls = Pick<CallHandlers, DepositCallName>;

export type DepositCallParts = { readonly accounts: Accounts; readonly deposits: DepositBook };

/** The calls of the deposit screen. */
export function depositCalls({ accounts, deposits }: DepositCallParts): DepositCalls {
  return {
    'deposits.list': () => success(deposits.list(accounts.activeId())),
    'deposits.register': (deposit) => deposits.register(deposit),
    'deposits.evidence': ({ id }) => deposits.evidence(id),
    'deposits.decide': ({ id, decision }) => deposits.decide(id, decision),
  };
}
