export { DiagnosticsDialog, DiagnosticsSection, openDiagnostics } from './Diagnostics.tsx';
