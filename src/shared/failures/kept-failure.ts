import { z } from 'zod';
import type { Failure } from './failure.ts';
import { areValuesOf, failureContexts, knownCode } from './failure-codes.ts';

/** Characters of a service's own words: every row is in memory and in the window, and the record keeps all of them. */
export const LONGEST_DETAIL = 2_000;

const kept = z.object({
  code: z.string(),
  values: z.unknown().optional(),
  inWords: z.string().nullish(),
  /** Versions before wrote a sentence for each. */
  message: z.string().optional(),
  after: z.enum(failureContexts).optional().catch(undefined),
  detail: z
    .string()
    .transform((text) => text.slice(0, LONGEST_DETAIL))
    .exactOptional(),
});

/** What an earlier version kept as a text alone. */
export function inWords(text: string | null | undefined): Failure | null {
  return typeof text === 'string' ? { code: 'of-another-version', inWords: text } : null;
}

/** A failure as a row has it, also one of an earlier version, or of a later one. */
export const keptFailure = kept.transform(({ code: written, values, inWords, message, after, detail }): Failure => {
  const code = knownCode(written);
  const rest = { ...(after === undefined ? {} : { after }), ...(detail === undefined ? {} : { detail }) };
  const words = inWords ?? message;
  if (words !== undefined) return { code, inWords: words, ...rest };
  if (areValuesOf(code, values)) return { code, values, ...rest } as Failure;
  return areValuesOf(code, undefined) ? ({ code, ...rest } as Failure) : { code, inWords: null, ...rest };
});
