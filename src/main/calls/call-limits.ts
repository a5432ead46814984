import type { z } from 'zod';
import { isOfCallSize } from '../../shared/bridge/ipc.ts';
import { failure, type Result } from '../../shared/failures/failure.ts';

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

/** Bounds how many calls of one name are being answered: what a page asks for without end must not fill the memory. */
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
