export { type DiagnosticHandlerParts, diagnosticHandlers } from './calls.ts';
export { createDiagnostics, type Diagnostics, type DiagnosticsParts } from './diagnostics.ts';
