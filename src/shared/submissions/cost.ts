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
