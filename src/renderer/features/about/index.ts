import { create } from 'zustand';
import { deferred } from '../../ui/deferred.tsx';

export const AboutDialog = deferred(async () => (await import('../../after-first-view.ts')).AboutDialog);

export const useAbout = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openAbout(): void {
  useAbout.setState({ open: true });
}
