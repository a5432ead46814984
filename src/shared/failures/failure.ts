import type { contexts, sentences } from '../messages/failures/sentences.ts';

export type FailureCode = keyof typeof sentences;
export type FailureValues = {
  readonly [Code in FailureCode]: (typeof sentences)[Code] extends (values: infer Values) => string
    ? Values
    : undefined;
};

/** The codes whose sentence has no values. */
type PlainCode = { [Code in FailureCode]: [FailureValues[Code]] extends [undefined] ? Code : never }[FailureCode];

/**
 * An error as data. The sentence of the code (`messages/failures/sentences.ts`) uses `values`, `after` states what
 * happened before, and `detail` is the technical text under "Details".
 */
export type Failure<Code extends FailureCode = FailureCode> = (
  | { readonly code: Extract<Code, PlainCode>; readonly values?: undefined }
  | {
      [Each in Exclude<Code, PlainCode>]: { readonly code: Each } & (undefined extends FailureValues[Each]
        ? { readonly values?: FailureValues[Each] | undefined }
        : { readonly values: FailureValues[Each] });
    }[Exclude<Code, PlainCode>]
) & {
  readonly after?: keyof typeof contexts;
  readonly detail?: string;
};

/** The answer of every call that crosses the bridge. Errors are data, not exceptions. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function isResult(value: unknown): value is Result<unknown> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Reason extends Failure>(error: Reason): { readonly ok: false; readonly error: Reason } {
  return { ok: false, error };
}
