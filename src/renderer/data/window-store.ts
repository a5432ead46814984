import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { emptyState, type WindowState } from './window-state.ts';

/** The window's mirror of main. Filled by `QueueMirror`. */
export const windowStore = createStore<WindowState>(() => emptyState);

export function useWindowStore<Part>(part: (state: WindowState) => Part): Part {
  return useStore(windowStore, part);
}

/** Empty before main has said which account is active. */
export function useActiveAccountId(): string {
  return useWindowStore((state) => state.activeAccountId);
}
