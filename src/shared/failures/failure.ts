import type { FailureCode, FailureContext, FailureValues } from './failure-codes.ts';

/** As this version tells it: `shared/messages/failures` has the sentence of each code. */
type Told<Code extends FailureCode> = {
  [Each in Code]: {
    readonly code: Each;
    readonly inWords?: undefined;
    readonly message?: undefined;
  } & (undefined extends FailureValues[Each]
    ? { readonly values?: FailureValues[Each] | undefined }
    : { readonly values: FailureValues[Each] });
}[Code];

/** As an earlier version wrote it down. */
type InWords<Code extends FailureCode> = {
  readonly code: Code;
  readonly inWords: string;
  readonly values?: undefined;
  readonly message?: undefined;
};

/** For the time until every sentence is made in `shared/messages`. */
type WithMessage<Code extends FailureCode> = {
  readonly code: Code;
  readonly message: string;
  readonly inWords?: undefined;
  readonly values?: undefined;
};

/**
 * What went wrong, as data: `code` is for programs, `values` are what the sentence about it names, `after` is what had
 * happened before, which is said first, and `detail` is the technical text that stands under "Details".
 */
export type Failure<Code extends FailureCode = FailureCode> = (Told<Code> | InWords<Code> | WithMessage<Code>) & {
  readonly after?: FailureContext;
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

export function failure<Reason extends Failure>(error: Reason): { readonly ok: false; readonly error: Reason } {
  return { ok: false, error };
}
