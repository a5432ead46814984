import { z } from 'zod';
import { call } from '../call/call.ts';

export type DiagnosticsReport = {
  readonly text: string;
  /** What it is saved as. */
  readonly fileName: string;
};

export const diagnosticsCalls = {
  /**
   * Files are shown by short codes that stay the same from report to report, unless `fileNames`. `serviceWords`: includes
   * the words of services about errors.
   */
  'diagnostics.report': call({ fileNames: z.boolean(), serviceWords: z.boolean() })
    .atMost(2)
    .answering<DiagnosticsReport>(),
} as const;
