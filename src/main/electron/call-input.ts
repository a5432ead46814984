import type { z } from 'zod';
import { isOfCallSize } from '../../shared/bridge/input.ts';

/**
 * What a page sent, as the call's schema lets it in; null when it does not. Never throws, which a schema itself does for
 * a length that is an object: it compares it although it has seen that this is no text.
 */
export function readCallInput(schema: z.ZodType, input: unknown): { readonly value: unknown } | null {
  if (!isOfCallSize(input)) return null;
  try {
    const parsed = schema.safeParse(input);
    return parsed.success ? { value: parsed.data } : null;
  } catch {
    return null;
  }
}
