/** A token as this app knows it: from `get_all_tokens` joined with `token_map` by address, and from the person. */
export type KnownToken = {
  readonly tokenDetailsId: string;
  /** Lower-case hex with `0x`. */
  readonly tokenAddress: string;
  readonly name: string | null;
  /** Null while neither the service nor the person has said them: amounts are then shown in base units. */
  readonly decimals: number | null;
};
