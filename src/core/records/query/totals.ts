import { type Decimal, decimalText, unitsAt, zero } from '../../../shared/amounts/amounts.ts';
import type { RecordTotal, TokenSpending } from '../../../shared/bridge/records.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { TokenNames } from './tokens.ts';

export class DecimalSum {
  #units = 0n;
  #scale = 0;

  add(decimal: Decimal): void {
    if (decimal.scale > this.#scale) {
      this.#units = unitsAt({ units: this.#units, scale: this.#scale }, decimal.scale);
      this.#scale = decimal.scale;
    }
    this.#units += decimal.scale === this.#scale ? decimal.units : unitsAt(decimal, this.#scale);
  }

  get value(): Decimal {
    return this.#units === 0n ? zero : { units: this.#units, scale: this.#scale };
  }
}

/** More are read by nobody; an export has them all. */
const TOKENS_TOTALLED = 50;

class Total {
  readonly fees = new DecimalSum();
  submissions = 0;
  withoutFees = 0;
  bytes = 0;
  bytesExact = true;

  add(entry: IndexedRecord): void {
    this.submissions += 1;
    if (entry.fees === null) this.withoutFees += 1;
    else this.fees.add(entry.fees);
    this.bytes += entry.bytes ?? 0;
    if (!entry.bytesExact) this.bytesExact = false;
  }
}

export class Totals {
  readonly #byToken = new Map<string | null, Total>();

  constructor(entries: Iterable<IndexedRecord>) {
    for (const entry of entries) {
      const token = entry.record.tokenDetailsId;
      let total = this.#byToken.get(token);
      if (total === undefined) {
        total = new Total();
        this.#byToken.set(token, total);
      }
      total.add(entry);
    }
  }

  get count(): number {
    return this.#byToken.size;
  }

  /** The token with most submissions first, and of thousands only those with most. */
  of(tokens: TokenNames): RecordTotal[] {
    return [...this.#byToken]
      .sort(([, a], [, b]) => b.submissions - a.submissions)
      .slice(0, TOKENS_TOTALLED)
      .map(([tokenDetailsId, total]) => ({
        tokenDetailsId,
        token: tokens.nameOf(tokenDetailsId),
        decimals: tokens.decimalsOf(tokenDetailsId),
        fees: decimalText(total.fees.value),
        submissions: total.submissions,
        withoutFees: total.withoutFees,
        bytes: total.bytes,
        bytesExact: total.bytesExact,
      }));
  }

  spending(): TokenSpending[] {
    return [...this.#byToken].map(([tokenDetailsId, { fees, submissions }]) => ({
      tokenDetailsId,
      fees: decimalText(fees.value),
      submissions,
    }));
  }
}
