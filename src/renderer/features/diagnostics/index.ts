export { DiagnosticsSection } from './DiagnosticsSection.tsx';
