/** A cost as text of any length; `decimals` is null while nobody has said how many the token has. */
export type Cost = {
  readonly amount: string;
  readonly token: string | null;
  readonly decimals: number | null;
};

/** `atMost`: only files of one size were paid for until now, so these may cost far less. */
export type EstimatedCost = { readonly cost: Cost; readonly atMost?: true };
