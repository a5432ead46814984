import type { AccountSettings } from '../../../../shared/bridge/accounts.ts';
import { windowStore } from '../../../data/window-store.ts';

/** Main tells of every change; one that does not come for this long will not be waited for. */
const LONGEST_MS = 2_000;

/**
 * Resolves once the window shows an account at the addresses that it was just given: an answer of main may come before
 * the event that tells of the change.
 */
export function whenMirrored(
  accountId: string,
  { address, submitAddress }: Pick<AccountSettings, 'address' | 'submitAddress'>,
): Promise<void> {
  const isThere = (): boolean => {
    const account = windowStore.getState().accounts.find(({ id }) => id === accountId);
    return account?.address === address && account.submitAddress === submitAddress;
  };
  return new Promise((resolve) => {
    if (isThere()) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, LONGEST_MS);
    const stop = windowStore.subscribe(() => {
      if (isThere()) end();
    });
  });
}
