import { z } from 'zod';

/** The orders for the child that runs the submissions, as JSON in its first argument. */
export const coreOrders = z.object({
  userData: z.string(),
  service: z.object({ url: z.string(), apiKey: z.string(), accessToken: z.string() }),
  submitBy: z.enum(['api-key', 'access-token']),
  hasCredits: z.boolean(),
  /** Milliseconds: the longest time for an answer, and for the service to register a submission. */
  patience: z.object({ answerMs: z.number(), earlierRun: z.number(), thisRun: z.number(), lateList: z.number() }),
  /** Drops in sequence, each a list of paths. */
  drops: z.array(z.array(z.string())),
});
export type CoreOrders = z.infer<typeof coreOrders>;

const row = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  submissionId: z.string().nullable(),
});
/** A row as sent to the window. */
export type ShownRow = z.infer<typeof row>;

/** A message from the child. */
export const coreMessage = z.discriminatedUnion('kind', [
  /** The database is open and an earlier run is recovered. `rows`: all rows. */
  z.object({ kind: z.literal('recovered'), rows: z.array(row) }),
  /** A drop is journalled. `refused`: the reason for a refusal, or null. */
  z.object({ kind: z.literal('dropped'), refused: z.string().nullable() }),
  z.object({ kind: z.literal('rows'), rows: z.array(row) }),
]);
export type CoreMessage = z.infer<typeof coreMessage>;
