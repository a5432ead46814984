import { create } from 'zustand';

/** How many files are on their way, and whether they could go on without a window. */
export type Asked = { readonly files: number; readonly canStay: boolean };

/** Main's question whether to close the window, while it is open. */
export const useCloseQuestion = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));
