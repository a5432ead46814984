import { type Deposit, mayCount } from './bridge/deposits.ts';

/** The comparison of a deposit with earlier ones of its token. One zero too many is real money. */
export type DepositSize =
  | { readonly kind: 'first' | 'usual' }
  /** `than`: the largest earlier deposit, in whole base units. */
  | { readonly kind: 'far-larger'; readonly than: bigint };

const FAR = 10n;

/** `earlier`: the account's deposits. Those that were not registered are ignored. */
export function depositSize(
  { tokenAddress, amount }: { readonly tokenAddress: string; readonly amount: bigint },
  earlier: readonly Pick<Deposit, 'tokenAddress' | 'amount' | 'state'>[],
): DepositSize {
  const amounts = earlier
    .filter((each) => each.tokenAddress === tokenAddress && mayCount(each))
    .map((each) => BigInt(each.amount));
  const [first, ...others] = amounts;
  if (first === undefined) return { kind: 'first' };
  const largest = others.reduce((most, each) => (each > most ? each : most), first);
  return amount >= largest * FAR ? { kind: 'far-larger', than: largest } : { kind: 'usual' };
}
