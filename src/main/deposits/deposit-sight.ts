import { wholeUnits } from '../../shared/bridge/balances.ts';
import type { BalanceReading, Deposit, DepositSight } from '../../shared/bridge/deposits.ts';

/**
 * What a reading of the balance says of a deposit of `amount` base units. `fees`: what the account's records show as
 * paid with this token since the balance before; decimal text of any scale. What was seen to match stays as it is.
 */
export function sightAfter(sight: DepositSight, amount: bigint, now: BalanceReading, fees: string): DepositSight {
  const { before } = sight;
  if (before === null || hasRisen(sight)) return sight;
  const by = BigInt(now.balance) - BigInt(before.balance);
  const paid = wholeUnits(fees);
  const match = by === amount ? 'equal' : paid !== null && by + paid === amount ? 'equal-less-fees' : 'differs';
  if (by <= 0n && match === 'differs') return sight;
  return { before, after: { kind: 'rose', ...now, by: by.toString(), fees, match } };
}

/** The balance rose by just this deposit. */
export function hasRisen({ after }: DepositSight): boolean {
  return after.kind === 'rose' && after.match !== 'differs';
}

/** What may have been taken, and was not seen in the balance yet. */
export function awaitsRise({ state, sight }: Pick<Deposit, 'state' | 'sight'>): boolean {
  return (state.kind === 'registered' || state.kind === 'unknown') && sight.before !== null && !hasRisen(sight);
}
