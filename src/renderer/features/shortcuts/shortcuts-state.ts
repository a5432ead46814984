import { create } from 'zustand';

export const useShortcutsDialog = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openShortcuts(): void {
  useShortcutsDialog.setState({ open: true });
}
