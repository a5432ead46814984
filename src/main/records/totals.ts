import { type Decimal, decimalText, unitsAt, zero } from '../../shared/amounts.ts';
import type { RecordTotal, TokenSpending } from '../../shared/bridge/records.ts';
import type { TokenNames } from './amounts.ts';
import { type Columns, NO_FEES, OTHER_FEES } from './columns.ts';
import type { Entry } from './entry.ts';

/** An exact sum of decimals. */
export class DecimalSum {
  #units = 0n;
  #scale = 0;
  /** Whole numbers that are not yet among the units: exact for as long as it is a safe integer. */
  #whole = 0;

  /** A number is a safe integer from 0 on; it is added several times as fast. */
  add(amount: number | Decimal): void {
    if (typeof amount === 'number') this.#addWhole(amount);
    else this.#addDecimal(amount);
  }

  #addWhole(whole: number): void {
    if (this.#whole > Number.MAX_SAFE_INTEGER - whole) this.#takeWhole();
    this.#whole += whole;
  }

  #takeWhole(): void {
    const whole = this.#whole;
    this.#whole = 0;
    this.#addDecimal({ units: BigInt(whole), scale: 0 });
  }

  #addDecimal(decimal: Decimal): void {
    if (decimal.scale > this.#scale) {
      this.#units = unitsAt({ units: this.#units, scale: this.#scale }, decimal.scale);
      this.#scale = decimal.scale;
    }
    this.#units += decimal.scale === this.#scale ? decimal.units : unitsAt(decimal, this.#scale);
  }

  get value(): Decimal {
    if (this.#whole > 0) this.#takeWhole();
    return this.#units === 0n ? zero : { units: this.#units, scale: this.#scale };
  }
}

/** More are read by nobody; an export has them all. */
const TOKENS_TOTALLED = 50;

class Tally {
  readonly fees = new DecimalSum();
  submissions = 0;
  withoutFees = 0;
  bytes = 0;
  bytesExact = true;

  add(entry: Entry): void {
    this.submissions += 1;
    if (entry.fees === null) this.withoutFees += 1;
    else this.fees.add(entry.fees);
    this.bytes += entry.bytes ?? 0;
    if (!entry.bytesExact) this.bytesExact = false;
  }

  addAt({ fees, sizes, sizesExact, entries }: Columns, place: number): void {
    this.submissions += 1;
    const whole = fees[place] ?? NO_FEES;
    if (whole === NO_FEES) this.withoutFees += 1;
    else this.fees.add(whole === OTHER_FEES ? (entries[place]?.fees ?? 0) : whole);
    this.bytes += sizes[place] ?? 0;
    if (sizesExact[place] === 0) this.bytesExact = false;
  }
}

/** Sums per token, of as many records as are put in. */
export class Tallies {
  readonly #byToken = new Map<string | null, Tally>();
  #last: Tally | null = null;
  #lastToken: string | null = null;

  add(entry: Entry): void {
    const token = entry.record.tokenDetailsId;
    if (this.#last === null || token !== this.#lastToken) {
      this.#last = this.#byToken.get(token) ?? new Tally();
      this.#lastToken = token;
      this.#byToken.set(token, this.#last);
    }
    this.#last.add(entry);
  }

  /** The records at these places, or all of them. */
  addAll(columns: Columns, places: Uint32Array | null): void {
    const { tokens, tokenIds } = columns;
    const tallies = tokenIds.map((token) => this.#byToken.get(token) ?? new Tally());
    const count = places === null ? tokens.length : places.length;
    for (let at = 0; at < count; at += 1) {
      const place = places === null ? at : (places[at] ?? 0);
      tallies[tokens[place] ?? 0]?.addAt(columns, place);
    }
    for (const [number, token] of tokenIds.entries()) {
      const tally = tallies[number];
      if (tally !== undefined && tally.submissions > 0) this.#byToken.set(token, tally);
    }
  }

  /** How many tokens there are. */
  get count(): number {
    return this.#byToken.size;
  }

  /** The token with most submissions first, and of thousands only those with most. */
  totals(tokens: TokenNames): RecordTotal[] {
    return [...this.#byToken]
      .sort(([, a], [, b]) => b.submissions - a.submissions)
      .slice(0, TOKENS_TOTALLED)
      .map(([tokenDetailsId, tally]) => ({
        tokenDetailsId,
        token: tokens.nameOf(tokenDetailsId),
        decimals: tokens.decimalsOf(tokenDetailsId),
        fees: decimalText(tally.fees.value),
        submissions: tally.submissions,
        withoutFees: tally.withoutFees,
        bytes: tally.bytes,
        bytesExact: tally.bytesExact,
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
