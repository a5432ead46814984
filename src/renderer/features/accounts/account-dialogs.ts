import type { FormErrors } from '@mantine/form';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import type { AccountSettings } from '../../../shared/bridge/accounts.ts';
import { windowStore } from '../../data/window-state.ts';

/** The dialogs about accounts. Any screen, and the frame, may open one; one is open at a time. */
export type AccountDialog =
  | { readonly kind: 'add' }
  /** `atNode`: to set the address of a node of the network. */
  | { readonly kind: 'edit'; readonly accountId: string; readonly atNode?: true }
  | { readonly kind: 'privacy'; readonly accountId: string }
  | { readonly kind: 'connection'; readonly accountId: string; readonly checkNow: boolean };

type DialogState = {
  /** Stays while it fades out, so that it does not fade empty. */
  readonly dialog: AccountDialog | null;
  readonly open: boolean;
  /** Where the keyboard was, and goes back to. */
  readonly opener: HTMLElement | null;
};

export const useAccountDialog = create<DialogState>(() => ({ dialog: null, open: false, opener: null }));

/** `opener` is to be given where the element that has the keyboard will be gone, as an entry of a menu is. */
export function openAccountDialog(dialog: AccountDialog, opener: Element | null = document.activeElement): void {
  useAccountDialog.setState((state) => ({
    dialog,
    open: true,
    // One dialog that leads to the next goes back to where the first was opened.
    opener: state.open ? state.opener : opener instanceof HTMLElement ? opener : null,
  }));
}

export function closeAccountDialog(): void {
  useAccountDialog.setState({ open: false });
}

/** Called once a dialog has gone from sight: what was typed in it goes with it, and the keyboard goes back. */
export function dropAccountDialog(): void {
  const { open, opener } = useAccountDialog.getState();
  if (open) return;
  useAccountDialog.setState({ dialog: null, opener: null });
  opener?.focus({ preventScroll: true });
}

/** Takes the keyboard to the first field with an error, in the order of the screen, once what hides it is open. */
export function focusWrong(dialog: HTMLElement | null, errors: FormErrors): void {
  flushSync(() => {});
  dialog?.querySelector<HTMLElement>(`[name="${Object.keys(errors)[0]}"]`)?.focus();
}

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
