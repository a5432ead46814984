import { create } from 'zustand';

/** Main's question whether to close the window, while it is open: how many files are on their way. */
export const useCloseQuestion = create<{ readonly files: number | null }>(() => ({ files: null }));
