import type { FormErrors } from '@mantine/form';
import { flushSync } from 'react-dom';
import { create } from 'zustand';

/** The dialogs about accounts. Any screen, and the frame, may open one. One is open at a time. */
export type AccountDialog =
  | { readonly kind: 'add' }
  /** `at`: the field that the form opens at. */
  | { readonly kind: 'edit'; readonly accountId: string; readonly at?: 'nodeAddress' | 'appId' }
  | { readonly kind: 'privacy'; readonly accountId: string }
  | { readonly kind: 'connection'; readonly accountId: string };

type DialogState = {
  /** Kept while the dialog fades out, so that it does not fade empty. */
  readonly dialog: AccountDialog | null;
  readonly open: boolean;
  /** The element that had the focus and gets it back. */
  readonly opener: HTMLElement | null;
};

export const useAccountDialog = create<DialogState>(() => ({ dialog: null, open: false, opener: null }));

/** Pass `opener` if the focused element will be gone, such as a menu entry. */
export function openAccountDialog(dialog: AccountDialog, opener: Element | null = document.activeElement): void {
  useAccountDialog.setState((state) => ({
    dialog,
    open: true,
    // A dialog that follows another returns the focus to the opener of the first.
    opener: state.open ? state.opener : opener instanceof HTMLElement ? opener : null,
  }));
}

export function closeAccountDialog(): void {
  useAccountDialog.setState({ open: false });
}

/** Call once a dialog is hidden: discards its typed text and restores the focus. */
export function dropAccountDialog(): void {
  const { open, opener } = useAccountDialog.getState();
  if (open) return;
  useAccountDialog.setState({ dialog: null, opener: null });
  opener?.focus({ preventScroll: true });
}

/** Focuses the first field with an error, after opening its hidden section. */
export function focusWrong(dialog: HTMLElement | null, errors: FormErrors): void {
  flushSync(() => {});
  const fields = Object.keys(errors).map((name) => `[name="${name}"]`);
  dialog?.querySelector<HTMLElement>(fields.join())?.focus();
}
