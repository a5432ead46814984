import { success } from '../../shared/bridge/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import type { CallHandlers } from '../electron/ipc.ts';
import type { Balances } from './balances.ts';

type BalanceCallName = Extract<keyof CallHandlers, `balances.${string}`>;
type BalanceCalls = Pick<CallHandlers, BalanceCallName>;

export type BalanceCallParts = { readonly accounts: Accounts; readonly balances: Balances };

const done = success(null);

/** The calls of the balances screen. */
export function balanceCalls({ accounts, balances }: BalanceCallParts): BalanceCalls {
  const active = (): string => accounts.activeId();
  return {
    'balances.view': async () => success(await balances.view(active())),
    'balances.refresh': ({ onlyAfterMs }) => {
      if (onlyAfterMs === 0) accounts.readListsAgain(active());
      return balances.refresh(active(), onlyAfterMs);
    },
    'balances.cancelRefresh': () => {
      balances.cancelRefresh(active());
      return done;
    },
    'balances.setDecimals': ({ tokenAddress, decimals }) => balances.setDecimals(active(), tokenAddress, decimals),
    'balances.setWarning': ({ tokenAddress, below }) => balances.setWarning(active(), tokenAddress, below),
    'balances.dismiss': async ({ key }) => {
      await balances.dismiss(active(), key);
      return done;
    },
  };
}
