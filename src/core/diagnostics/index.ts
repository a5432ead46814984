export { type DiagnosticHandlerParts, Diagnostics, diagnosticHandlers } from './diagnostics.ts';
