import { z } from 'zod';

/** The orders of the measured process, as JSON in its first argument. */
export const uploaderOrders = z.object({
  userData: z.string(),
  service: z.object({ url: z.string(), apiKey: z.string(), accessToken: z.string() }),
  paths: z.array(z.string()),
  /** How many receipts make the batch done. */
  files: z.number(),
  /** A file that is submitted before anything is measured, so that what starts once is not counted; null for none. */
  warmUp: z.string().nullable(),
});
/** Its report once the last receipt is in its journal. */
export const uploaderReport = z.object({
  /** From the drop to the last receipt on disk. */
  milliseconds: z.number(),
});
export type UploaderReport = z.infer<typeof uploaderReport>;
