import type { z } from 'zod';
import { isOfCallSize } from '../../shared/bridge/ipc.ts';
import { failure, type Result } from '../../shared/failures/failure.ts';

/**
 * Returns a page's input as the call's schema accepts it; null if it does not. Never throws, although a schema throws
 * for an object as `length`.
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

/** Limits the simultaneous calls of one name, because endless calls of a page must not fill the memory. */
export class CallsAtOnce {
  readonly #underWay = new Map<string, number>();

  async answer(name: string, most: number, handle: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    const count = this.#underWay.get(name) ?? 0;
    if (count >= most) return failure({ code: 'busy' });
    this.#underWay.set(name, count + 1);
    try {
      return await handle();
    } finally {
      this.#underWay.set(name, (this.#underWay.get(name) ?? 1) - 1);
    }
  }
}
