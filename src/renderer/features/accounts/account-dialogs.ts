import { create } from 'zustand';
import type { CredentialKind } from '../../../shared/accounts.ts';

/** The dialogs about accounts. Any screen, and the frame, may open one; one is open at a time. */
export type AccountDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly accountId: string }
  | { readonly kind: 'connection'; readonly accountId: string; readonly checkNow: boolean }
  | { readonly kind: 'remove'; readonly accountId: string }
  | { readonly kind: 'forget'; readonly accountId: string; readonly credential: CredentialKind };

type DialogState = {
  /** Stays while it fades out, so that it does not fade empty. */
  readonly dialog: AccountDialog | null;
  readonly open: boolean;
};

const dialogStore = create<DialogState>(() => ({ dialog: null, open: false }));

export const useAccountDialog = dialogStore;

export function openAccountDialog(dialog: AccountDialog): void {
  dialogStore.setState({ dialog, open: true });
}

export function closeAccountDialog(): void {
  dialogStore.setState({ open: false });
}

/** Called once a dialog has gone from sight: what was typed in it goes with it. */
export function dropAccountDialog(): void {
  dialogStore.setState((state) => (state.open ? state : { dialog: null, open: false }));
}
