/** A cost as text of any length; `decimals` is null until they are known. */
export type Cost = {
  readonly amount: string;
  readonly token: string | null;
  readonly decimals: number | null;
};

/** `atMost`: all earlier payments were for files of one size, so these may cost far less. */
export type EstimatedCost = { readonly cost: Cost; readonly atMost?: true };
