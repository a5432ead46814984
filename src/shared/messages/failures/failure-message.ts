import type { Failure } from '../../failures/failure.ts';
import { contexts, sentences } from './sentences.ts';

/** One or two plain sentences that say what went wrong and what to do next. */
export function failureMessage({ code, values, after }: Failure): string {
  const sentence: string | ((values: never) => string) = sentences[code];
  const own = typeof sentence === 'function' ? sentence(values as never) : sentence;
  return after === undefined ? own : `${contexts[after]} ${own}`;
}

/** The technical text; the sentence if there is none. */
export function failureDetail(failure: Failure): string {
  return failure.detail ?? failureMessage(failure);
}
