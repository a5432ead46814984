import { compareDecimals, type Decimal, parseDecimal, unitsAt } from '../../shared/amounts.ts';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import { decimalFees, type Entry } from './entry.ts';

export type TokenNames = ReturnType<typeof createTokenNames>;

/** What is known of the tokens that records name. */
export function createTokenNames(tokens: readonly KnownToken[]) {
  const byId = new Map(tokens.map((token) => [token.tokenDetailsId, token]));
  const find = (id: string | null): KnownToken | null => (id === null ? null : (byId.get(id) ?? null));
  return {
    nameOf: (id: string | null): string | null => find(id)?.name ?? null,
    decimalsOf: (id: string | null): number | null => find(id)?.decimals ?? null,
  };
}

/**
 * Fees as they are shown, in whole tokens where the decimals are known, as units of one common scale: so that those of
 * two tokens can be put in order. Null where there are none.
 */
export function shownFees(entries: readonly Entry[], tokens: TokenNames): ReadonlyMap<Entry, bigint> {
  let common = 0;
  const shiftOf = new Map<string | null, number>();
  for (const entry of entries) {
    const { record, fees } = entry;
    const token = record.tokenDetailsId;
    let shift = shiftOf.get(token);
    if (shift === undefined) {
      shift = tokens.decimalsOf(token) ?? 0;
      shiftOf.set(token, shift);
    }
    if (fees !== null) common = Math.max(common, (typeof fees === 'number' ? 0 : fees.scale) + shift);
  }
  const shown = new Map<Entry, bigint>();
  const factors = Array.from({ length: common + 1 }, (_, power) => 10n ** BigInt(power));
  for (const entry of entries) {
    const fees = decimalFees(entry);
    if (fees === null) continue;
    const factor = factors[common - fees.scale - (shiftOf.get(entry.record.tokenDetailsId) ?? 0)] ?? 1n;
    shown.set(entry, fees.units * factor);
  }
  return shown;
}

/** Whether fees lie between two bounds, both included, as they are shown. */
export function feesWithin(from: string | null, to: string | null, tokens: TokenNames): (entry: Entry) => boolean {
  const low = from === null ? null : parseDecimal(from);
  const high = to === null ? null : parseDecimal(to);
  /** The bounds in the fees' own units, for each token and scale once. */
  const bounds = new Map<number, { readonly low: Bound; readonly high: Bound }>();
  return (entry) => {
    const fees = decimalFees(entry);
    if (fees === null) return false;
    const scale = fees.scale + (tokens.decimalsOf(entry.record.tokenDetailsId) ?? 0);
    let bound = bounds.get(scale);
    if (bound === undefined) {
      bound = { low: boundAt(low, scale), high: boundAt(high, scale) };
      bounds.set(scale, bound);
    }
    if (bound.low !== null && (fees.units < bound.low.units || (fees.units === bound.low.units && bound.low.beyond))) {
      return false;
    }
    return bound.high === null || fees.units <= bound.high.units;
  };
}

/** A bound cut to a scale. `beyond`: the true bound lies a fraction of a unit above it. */
type Bound = { readonly units: bigint; readonly beyond: boolean } | null;

function boundAt(bound: Decimal | null, scale: number): Bound {
  if (bound === null) return null;
  if (scale >= bound.scale) return { units: unitsAt(bound, scale), beyond: false };
  const units = bound.units / 10n ** BigInt(bound.scale - scale);
  return { units, beyond: compareDecimals({ units, scale }, bound) < 0 };
}
