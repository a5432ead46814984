export { createDiagnostics, type Diagnostics, type DiagnosticsParts } from './diagnostics.ts';
