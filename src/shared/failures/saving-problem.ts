import { z } from 'zod';

/** Why something was not saved in the user's Downloads folder. `own`: the folder leads into the app's own data. */
export const savingProblem = z.enum(['full', 'read-only', 'gone', 'own', 'other']);
export type SavingProblem = z.output<typeof savingProblem>;
