import { deferred } from '../../ui/deferred.tsx';

export { DiagnosticsSection, openDiagnostics } from './Diagnostics.tsx';

export const DiagnosticsDialog = deferred(async () => (await import('../../after-first-view.ts')).DiagnosticsDialog);
