import { create } from 'zustand';

/** Whether it is shown. */
export const useAbout = create<{ readonly open: boolean }>(() => ({ open: false }));

/** For Preferences, the menu and the finder. */
export function openAbout(): void {
  useAbout.setState({ open: true });
}
