import { z } from 'zod';

/** The report for the app's own support, as it is shown, saved and copied. */
export type DiagnosticsReport = {
  readonly text: string;
  /** What it is saved as. */
  readonly fileName: string;
};

export const diagnosticsCallInputs = {
  /** Files are shown by short codes that stay the same from report to report, unless their names are wanted. */
  'diagnostics.report': z.strictObject({ fileNames: z.boolean() }),
} as const;

export type DiagnosticsCallAnswers = {
  'diagnostics.report': DiagnosticsReport;
};
