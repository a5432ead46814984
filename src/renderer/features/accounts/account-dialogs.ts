import { create } from 'zustand';

/** The dialogs about accounts. Any screen, and the frame, may open one; one is open at a time. */
export type AccountDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly accountId: string }
  | { readonly kind: 'connection'; readonly accountId: string; readonly checkNow: boolean };

type DialogState = {
  /** Stays while it fades out, so that it does not fade empty. */
  readonly dialog: AccountDialog | null;
  readonly open: boolean;
  /** Where the keyboard was, and goes back to. */
  readonly opener: HTMLElement | null;
};

const dialogStore = create<DialogState>(() => ({ dialog: null, open: false, opener: null }));

export const useAccountDialog = dialogStore;

/** `opener` is to be given where the element that has the keyboard will be gone, as a submission of a menu is. */
export function openAccountDialog(dialog: AccountDialog, opener: Element | null = document.activeElement): void {
  dialogStore.setState((state) => ({
    dialog,
    open: true,
    // One dialog that leads to the next goes back to where the first was opened.
    opener: state.open ? state.opener : opener instanceof HTMLElement ? opener : null,
  }));
}

export function closeAccountDialog(): void {
  dialogStore.setState({ open: false });
}

/** Called once a dialog has gone from sight: what was typed in it goes with it, and the keyboard goes back. */
export function dropAccountDialog(): void {
  const { open, opener } = dialogStore.getState();
  if (open) return;
  dialogStore.setState({ dialog: null, opener: null });
  opener?.focus({ preventScroll: true });
}
