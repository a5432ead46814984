export { type DiagnosticsCallParts, diagnosticsCalls } from './calls.ts';
export { createDiagnostics, type Diagnostics, type DiagnosticsParts } from './diagnostics.ts';
