export { type DiagnosticHandlerParts, diagnosticHandlers } from './calls.ts';
export { createDiagnostics } from './diagnostics.ts';
