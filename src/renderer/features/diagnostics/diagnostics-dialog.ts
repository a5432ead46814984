import { create } from 'zustand';

/** Whether the report is shown. Its section, the menu and the finder open it. */
export const useDiagnostics = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openDiagnostics(): void {
  useDiagnostics.setState({ open: true });
}

export function closeDiagnostics(): void {
  useDiagnostics.setState({ open: false });
}
