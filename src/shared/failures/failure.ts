import type { FailureCode, FailureContext, FailureValues } from './failure-codes.ts';

/** Those whose sentence names nothing. */
type CodeAlone<Code extends FailureCode> = {
  [Each in Code]: [FailureValues[Each]] extends [undefined] ? Each : never;
}[Code];

/** As this version tells it: `shared/messages/failures` has the sentence of each code. */
type Told<Code extends FailureCode> = (
  | { readonly code: CodeAlone<Code>; readonly values?: undefined }
  | {
      [Each in Exclude<Code, CodeAlone<Code>>]: { readonly code: Each } & (undefined extends FailureValues[Each]
        ? { readonly values?: FailureValues[Each] | undefined }
        : { readonly values: FailureValues[Each] });
    }[Exclude<Code, CodeAlone<Code>>]
) & { readonly inWords?: undefined };

/** As another version wrote it down. Null where this one cannot read its values: what follows from a failure goes by its code. */
type InWords<Code extends FailureCode> = {
  readonly code: Code;
  readonly inWords: string | null;
  readonly values?: undefined;
};

/**
 * What went wrong, as data: `code` is for programs, `values` are what the sentence about it names, `after` is what had
 * happened before, which is said first, and `detail` is the technical text that stands under "Details".
 */
export type Failure<Code extends FailureCode = FailureCode> = (Told<Code> | InWords<Code>) & {
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
