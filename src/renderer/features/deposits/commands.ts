import type { DepositDecision } from '../../../shared/bridge/deposits.ts';
import type { Failure } from '../../../shared/bridge/failure.ts';
import { windowApi } from '../../data/window-api.ts';
import { windowStore } from '../../data/window-store.ts';
import { showNotes } from '../../ui/feedback/notes.tsx';
import type { ReadyDeposit } from './deposit-draft.ts';

/** Null once the deposit is written down and on its way. `draftId` makes two clicks one deposit. */
export async function registerDeposit(
  draftId: string,
  { tokenAddress, amount, chainId }: ReadyDeposit,
): Promise<Failure | null> {
  const answer = await windowApi().call('deposits.register', {
    draftId,
    accountId: windowStore.getState().activeAccountId,
    tokenAddress,
    amount: amount.toString(),
    chainId,
  });
  return answer.ok ? null : answer.error;
}

export async function decide(id: number, decision: DepositDecision): Promise<void> {
  const answer = await windowApi().call('deposits.decide', { id, decision });
  if (!answer.ok) showNotes([answer.error.message], 'warning');
}
