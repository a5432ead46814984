import { create } from 'zustand';

export const useAbout = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openAbout(): void {
  useAbout.setState({ open: true });
}
