import { z } from 'zod';
import { type ConnectionReport, checkTopics, type FoundPaths } from '../../shared/bridge/accounts.ts';

/** The connection report as the database keeps it. */

const topic = z.enum(checkTopics);

export const foundPaths: z.ZodType<FoundPaths> = z.object({
  tokenMap: z.string().nullable(),
  requestFunds: z.string().nullable(),
});

export const connectionReport: z.ZodType<ConnectionReport> = z.object({
  at: z.string(),
  address: z.string(),
  submitAddress: z.string().nullable(),
  lines: z.array(z.object({ topic, state: z.enum(['running', 'good', 'bad', 'skipped']), text: z.string() })),
  entries: z.array(
    z.object({
      topic,
      request: z.string(),
      status: z.number().nullable(),
      milliseconds: z.number(),
      detail: z.string().nullable(),
    }),
  ),
  found: foundPaths,
  tokenNames: z.array(z.string()),
  route: z.string(),
  versions: z.record(z.string(), z.string()),
});
