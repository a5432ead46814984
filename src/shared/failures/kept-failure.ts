import { z } from 'zod';
import { contexts, sentences } from '../messages/failures/sentences.ts';
import type { Failure } from './failure.ts';

/** Characters. Every row is in memory and in the window; the record has the service's full text. */
export const LONGEST_DETAIL = 2_000;

const kept = z.object({
  code: z.string().refine((code) => code in sentences),
  values: z.unknown().optional(),
  after: z
    .string()
    .refine((after) => after in contexts)
    .exactOptional(),
  detail: z
    .string()
    .transform((text) => text.slice(0, LONGEST_DETAIL))
    .exactOptional(),
});

/** A failure as stored in the database. No older app opens the data of a newer one, so the values always fit the code. */
export const keptFailure = kept.transform((failure) => failure as Failure);
