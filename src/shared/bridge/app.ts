import { z } from 'zod';
import type { Snapshot } from './bridge.ts';

export const appCallInputs = {
  'app.snapshot': z.strictObject({}),
  'app.copyText': z.strictObject({ text: z.string().max(1_000_000) }),
  /** Shows a file that a `file-saved` event told of in the system's own file manager. */
  'app.showSaved': z.strictObject({ savedId: z.uuid() }),
  /** The window's word on `close-asked`: it shows the question, and then what the person said. */
  'app.close': z.strictObject({ answer: z.enum(['shown', 'close', 'keep-open']) }),
} as const;

export type AppCallAnswers = {
  'app.snapshot': Snapshot;
  'app.copyText': null;
  'app.showSaved': null;
  'app.close': null;
};
