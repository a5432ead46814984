import { create } from 'zustand';
import { emptyState, type WindowState } from './window-state.ts';

/** The one store of the window. Written by `connect` alone. */
export const windowStore = create<WindowState>(() => emptyState);

export const useWindowStore = windowStore;
