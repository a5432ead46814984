import { compareDecimals, type Decimal, parseDecimal, unitsAt } from '../../shared/amounts.ts';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import type { IndexedRecord } from './indexed-record.ts';

export class TokenNames {
  readonly #byId: ReadonlyMap<string, KnownToken>;

  constructor(tokens: readonly KnownToken[]) {
    this.#byId = new Map(tokens.map((token) => [token.tokenDetailsId, token]));
  }

  nameOf(id: string | null): string | null {
    return this.#find(id)?.name ?? null;
  }

  decimalsOf(id: string | null): number | null {
    return this.#find(id)?.decimals ?? null;
  }

  /** The ids of tokens in whose names a word in lower case stands. */
  idsNamed(word: string): ReadonlySet<string | null> {
    const named = [...this.#byId.values()].filter(({ name }) => name?.toLowerCase().includes(word) === true);
    return new Set(named.map(({ tokenDetailsId }) => tokenDetailsId));
  }

  #find(id: string | null): KnownToken | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }
}

/**
 * Fees as they are shown, in whole tokens where the decimals are known, as units of one common scale: so that those of
 * two tokens can be put in order. Null where there are none.
 */
export function shownFees(
  entries: readonly IndexedRecord[],
  tokens: TokenNames,
): (entry: IndexedRecord) => bigint | null {
  const scaleOf = ({ record, fees }: IndexedRecord): number =>
    (fees?.scale ?? 0) + (tokens.decimalsOf(record.tokenDetailsId) ?? 0);
  const scale = entries.reduce((largest, entry) => Math.max(largest, scaleOf(entry)), 0);
  const factors = Array.from({ length: scale + 1 }, (_, power) => 10n ** BigInt(power));
  const shown = new Map(
    entries.map((entry) => [
      entry,
      entry.fees === null ? null : entry.fees.units * (factors[scale - scaleOf(entry)] ?? 1n),
    ]),
  );
  return (entry) => shown.get(entry) ?? null;
}

/** Whether fees lie between two bounds, both included, as they are shown. */
export function feesWithin(
  from: string | null,
  to: string | null,
  tokens: TokenNames,
): (entry: IndexedRecord) => boolean {
  const low = from === null ? null : parseDecimal(from);
  const high = to === null ? null : parseDecimal(to);
  /** The bounds in the fees' own units, for each scale once. */
  const bounds = new Map<number, { readonly low: Bound; readonly high: Bound }>();
  return ({ fees, record }) => {
    if (fees === null) return false;
    const scale = fees.scale + (tokens.decimalsOf(record.tokenDetailsId) ?? 0);
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
