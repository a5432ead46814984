import { create } from 'zustand';
import { deferred } from '../../ui/deferred.tsx';

export const ShortcutsDialog = deferred(async () => (await import('../../after-first-view.ts')).ShortcutsDialog);

export const useShortcutsDialog = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openShortcuts(): void {
  useShortcutsDialog.setState({ open: true });
}
