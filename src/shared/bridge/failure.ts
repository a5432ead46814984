import type { FailureCode } from './failure-codes.ts';

/**
 * What went wrong, as data: `code` is for programs, `message` is one or two plain sentences that say what to do next,
 * `detail` is the technical text that stands under "Details".
 */
export type Failure<Code extends FailureCode = FailureCode> = {
  readonly code: Code;
  readonly message: string;
  readonly detail?: string;
};

/** The answer of every call that crosses the bridge. Errors are data, never thrown text. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** Whether somebody's answer is one, where types say nothing of it. */
export function isResult(value: unknown): value is Result<unknown> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Code extends FailureCode>(
  error: Failure<Code>,
): { readonly ok: false; readonly error: Failure<Code> } {
  return { ok: false, error };
}
