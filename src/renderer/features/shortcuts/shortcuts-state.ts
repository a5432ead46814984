import { create } from 'zustand';

/** Whether the page of all shortcuts is shown. */
export const useShortcutsDialog = create<{ readonly open: boolean }>(() => ({ open: false }));

/** For its own shortcut, the menu and the finder. */
export function openShortcuts(): void {
  useShortcutsDialog.setState({ open: true });
}
