export { DiagnosticsDialog } from './DiagnosticsDialog.tsx';
export { DiagnosticsSection } from './DiagnosticsSection.tsx';
export { openDiagnostics } from './diagnostics-dialog.ts';
