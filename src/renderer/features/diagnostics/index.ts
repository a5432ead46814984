export { DiagnosticsSection } from './Diagnostics.tsx';
