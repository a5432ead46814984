import type { FailureCode, FailureValues } from '../../failures/failure-codes.ts';

/** A sentence for each code, made of the values that belong to it. */
export type FailureMessages<Code extends FailureCode> = {
  readonly [Each in Code]: [FailureValues[Each]] extends [undefined] ? string : (values: FailureValues[Each]) => string;
};
