import { DiagnosticsDialog } from './Diagnostics.tsx';
import { DiagnosticsDialog as DiagnosticsDialogPlace } from './index.ts';

DiagnosticsDialogPlace.provide(DiagnosticsDialog);
