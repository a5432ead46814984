import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Balances } from './balances.ts';

export function balanceHandlers(accounts: Accounts, balances: Balances): Handlers<'balances'> {
  const active = (): string => accounts.activeId();
  return {
    'balances.view': async () => success(await balances.view(active())),
    'balances.lowCount': () => success(balances.lowCount(active())),
    'balances.refresh': ({ onlyAfterMs }) => balances.refresh(active(), onlyAfterMs),
    'balances.cancelRefresh': () => balances.cancelRefresh(active()),
    'balances.setDecimals': ({ tokenAddress, decimals }) => balances.setDecimals(active(), tokenAddress, decimals),
    'balances.setWarning': ({ tokenAddress, below }) => balances.setWarning(active(), tokenAddress, below),
  };
}
