import { create } from 'zustand';
import { deferred } from '../../ui/deferred.tsx';

export const DiagnosticsDialog = deferred(async () => (await import('../../after-first-view.ts')).DiagnosticsDialog);
export const DiagnosticsSection = deferred(async () => (await import('../../after-first-view.ts')).DiagnosticsSection);

export const useDiagnostics = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openDiagnostics(): void {
  useDiagnostics.setState({ open: true });
}
