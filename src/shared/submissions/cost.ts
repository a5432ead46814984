import type { SubmissionRecord } from '../records.ts';

/** The id, address and name of the token that stands for credits. One credit is one byte, so it has no decimals. */
export const CREDITS = 'credits';

/** A cost as text of any length; `decimals` is null until they are known. */
export type Cost = {
  readonly amount: string;
  readonly token: string | null;
  readonly decimals: number | null;
};

/**
 * `exact`: the service's price is known. `at-most`: all earlier payments were for files of one size, or a size is not known
 * yet, so these may cost less. Absent: computed from earlier payments.
 */
export type EstimatedCost = { readonly cost: Cost; readonly accuracy?: 'exact' | 'at-most' };

/** Returns the service's field with the amount that the user pays. Beside `converted_fees`, `fees` is the operator's cost. */
export function costFieldOf({ tokenDetailsId }: SubmissionRecord): 'converted_fees' | 'fees' {
  return tokenDetailsId === CREDITS ? 'converted_fees' : 'fees';
}

/**
 * Returns the fee that the operator paid to the network, in the network's own token; null if unknown. Only services with
 * credits name it beside the user's cost.
 */
export function networkFeeOf({ tokenDetailsId, extra }: SubmissionRecord): string | null {
  const fee = tokenDetailsId === CREDITS ? (extra.fees ?? 'null') : 'null';
  return fee === 'null' ? null : fee.replace(/^"|"$/g, '');
}
