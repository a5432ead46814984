import { create } from 'zustand';
import { emptyState, type WindowState } from './window-state.ts';

/** The one store of the window. Written by `QueueMirror` alone. */
export const windowStore = create<WindowState>(() => emptyState);

export const useWindowStore = windowStore;

/** Empty before main has said which account is active. */
export function useActiveAccountId(): string {
  return useWindowStore((state) => state.activeAccountId);
}
