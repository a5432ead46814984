import { create } from 'zustand';

export type Asked = { readonly files: number; readonly canStay: boolean };

export const useCloseQuestion = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));
