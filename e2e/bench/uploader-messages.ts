import { z } from 'zod';

/** What the measured process is told, as JSON in its first argument. */
export const uploaderOrders = z.object({
  userData: z.string(),
  service: z.object({ url: z.string(), apiKey: z.string(), accessToken: z.string() }),
  paths: z.array(z.string()),
  /** How many receipts make the batch done. */
  files: z.number(),
  /** A file that is submitted before anything is measured, so that what starts once is not counted; null for none. */
  warmUp: z.string().nullable(),
  /** The one path is encrypted for a key of its own. */
  isPrivate: z.boolean(),
});
/** What it tells when the last receipt is in its journal. */
export const uploaderReport = z.object({
  /** From the drop to the last receipt on disk. */
  milliseconds: z.number(),
  /** Resident memory in bytes: just before the drop, and the most that was seen until the last receipt. */
  memoryBefore: z.number(),
  memoryPeak: z.number(),
  /** What the process has read meanwhile, by the system's own count; null where there is none. */
  readBytes: z.number().nullable(),
});
export type UploaderReport = z.infer<typeof uploaderReport>;
