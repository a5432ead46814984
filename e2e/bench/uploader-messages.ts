import { z } from 'zod';

export const uploaderOrders = z.object({
  userData: z.string(),
  service: z.object({ url: z.string(), apiKey: z.string(), accessToken: z.string() }),
  paths: z.array(z.string()),
  /** The number of receipts that completes the batch. */
  files: z.number(),
  /** A file that is submitted before the measurement, to exclude one-time costs; null for none. */
  warmUp: z.string().nullable(),
});
/** The report after the last receipt is in the journal. */
export const uploaderReport = z.object({
  /** From the drop to the last receipt on disk. */
  milliseconds: z.number(),
});
export type UploaderReport = z.infer<typeof uploaderReport>;
