import { create } from 'zustand';

export const useDiagnostics = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openDiagnostics(): void {
  useDiagnostics.setState({ open: true });
}
