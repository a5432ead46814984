import type { Deposit } from './bridge/deposits.ts';

/**
 * How a deposit's amount stands to all earlier ones of its token: one zero too many, or one too few, is real money.
 * `than`: the largest or the smallest of them, in whole base units.
 */
export type DepositSize =
  | { readonly kind: 'first' | 'usual' }
  | { readonly kind: 'far-larger' | 'far-smaller'; readonly than: bigint };

const FAR = 10n;

/** `earlier`: of the account, whatever became of them. Those that were not taken say nothing of what is usual. */
export function depositSize(
  { tokenAddress, amount }: { readonly tokenAddress: string; readonly amount: bigint },
  earlier: readonly Pick<Deposit, 'tokenAddress' | 'amount' | 'state'>[],
): DepositSize {
  const counted = earlier.filter((each) => each.tokenAddress === tokenAddress && counts(each));
  const [first, ...others] = counted.map((each) => BigInt(each.amount));
  if (first === undefined) return { kind: 'first' };
  const largest = others.reduce((most, each) => (each > most ? each : most), first);
  const smallest = others.reduce((least, each) => (each < least ? each : least), first);
  if (amount >= largest * FAR) return { kind: 'far-larger', than: largest };
  return amount * FAR <= smallest ? { kind: 'far-smaller', than: smallest } : { kind: 'usual' };
}

/** Whether a first deposit is far more than what is there, which alone tells what is usual. */
export function outweighs(amount: bigint, balance: bigint | null): boolean {
  return balance !== null && balance > 0n && amount >= balance * FAR;
}

function counts({ state }: Pick<Deposit, 'state'>): boolean {
  return state.kind !== 'refused' && state.kind !== 'not-sent';
}
