import type { CallInputs, CallName } from '../../../shared/bridge/bridge.ts';
import type { Failure, Result } from '../../../shared/bridge/failure.ts';
import { windowApi } from '../../data/window-api.ts';

async function tell<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<Failure | null> {
  const answer: Result<unknown> = await windowApi().call(name, input);
  return answer.ok ? null : answer.error;
}

/** Each resolves with null when main has done it. */
export const refreshBalances = (onlyAfterMs: number): Promise<Failure | null> =>
  tell('balances.refresh', { onlyAfterMs });
export const cancelRefresh = (): Promise<Failure | null> => tell('balances.cancelRefresh', {});
export const setDecimals = (tokenAddress: string, decimals: number | null): Promise<Failure | null> =>
  tell('balances.setDecimals', { tokenAddress, decimals });
export const setWarning = (tokenAddress: string, below: string | null): Promise<Failure | null> =>
  tell('balances.setWarning', { tokenAddress, below });
export const dismiss = (key: string): Promise<Failure | null> => tell('balances.dismiss', { key });
