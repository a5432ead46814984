export { Diagnostics, diagnosticHandlers } from './diagnostics.ts';
