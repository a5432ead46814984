import { z } from 'zod';

/** What the child that runs the submissions is told, as JSON in its first argument. */
export const coreOrders = z.object({
  userData: z.string(),
  service: z.object({ url: z.string(), apiKey: z.string(), accessToken: z.string() }),
  submitBy: z.enum(['api-key', 'access-token']),
  /** Milliseconds: how long the service may keep silent, and how long it may take to register what it has. */
  patience: z.object({ answerMs: z.number(), earlierRun: z.number(), thisRun: z.number(), lateList: z.number() }),
  /** One drop after the other, each a list of paths. */
  drops: z.array(z.array(z.string())),
});
export type CoreOrders = z.infer<typeof coreOrders>;

const row = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  submissionId: z.string().nullable(),
});
/** A row as the window would have been told of it. */
export type ShownRow = z.infer<typeof row>;

/** What the child says of itself. */
export const coreMessage = z.discriminatedUnion('kind', [
  /** The database is open and what an earlier run left is taken up; `rows` is all that there is. */
  z.object({ kind: z.literal('recovered'), rows: z.array(row) }),
  /** A drop is journalled. `refused`: why it could not be, or null. */
  z.object({ kind: z.literal('dropped'), refused: z.string().nullable() }),
  z.object({ kind: z.literal('rows'), rows: z.array(row) }),
]);
export type CoreMessage = z.infer<typeof coreMessage>;
