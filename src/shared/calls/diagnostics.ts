import { z } from 'zod';
import type { DiagnosticsReport } from '../diagnostics.ts';

export const diagnosticsCallInputs = {
  /** Files are shown by short codes that stay the same from report to report, unless their names are wanted. */
  'diagnostics.report': z.strictObject({ fileNames: z.boolean() }),
} as const;

export type DiagnosticsCallAnswers = {
  'diagnostics.report': DiagnosticsReport;
};
