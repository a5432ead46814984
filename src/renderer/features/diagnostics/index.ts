import { deferred } from '../../ui/deferred.tsx';

export { DiagnosticsSection } from './Diagnostics.tsx';
export { openDiagnostics } from './diagnostics-state.ts';

export const DiagnosticsDialog = deferred(async () => (await import('../../after-first-view.ts')).DiagnosticsDialog);
