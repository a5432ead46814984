import { create } from 'zustand';

/** Whether the report is shown. */
export const useDiagnostics = create<{ readonly open: boolean }>(() => ({ open: false }));

/** For its section, the menu and the finder. */
export function openDiagnostics(): void {
  useDiagnostics.setState({ open: true });
}
