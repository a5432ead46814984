export { type DiagnosticHandlerParts, diagnosticHandlers } from './calls.ts';
export { Diagnostics } from './diagnostics.ts';
