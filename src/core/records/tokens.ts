import { creditsToken, type KnownToken } from '../../shared/bridge/balances.ts';
import { CREDITS } from '../../shared/submissions/cost.ts';
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

  /** `word` is in lower case. */
  idsNamed(word: string): ReadonlySet<string | null> {
    const named = [...this.#byId.values()].filter(({ name }) => name?.toLowerCase().includes(word) === true);
    return new Set(named.map(({ tokenDetailsId }) => tokenDetailsId));
  }

  #find(id: string | null): KnownToken | undefined {
    return id === null ? undefined : id === CREDITS ? creditsToken : this.#byId.get(id);
  }
}

/**
 * Fees as they are displayed, in units of one common scale, so that fees of different tokens can be ordered; null if
 * unknown.
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
