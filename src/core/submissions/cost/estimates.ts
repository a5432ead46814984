import { parseUnits } from '../../../shared/amounts.ts';
import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { CostEstimate } from '../../../shared/bridge/submissions.ts';
import { type Cost, CREDITS, type EstimatedCost } from '../../../shared/submissions/cost.ts';
import type { Paid } from '../journal/earlier-submissions.ts';
import { type Load, sumOfLoads } from '../journal/load.ts';
import { loadOfRow } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';

/** The account and the requested token. `token` is null if the API key decides. */
export type Payer = { readonly accountId: string; readonly token: string | null };

/** Returns the token that an account pays with. */
export function tokenOf(submitBy: SubmitBy): string | null {
  return submitBy.variant === 'access-token' ? submitBy.token : null;
}

/** A cost in base units. `token` is null if the paying token is not known. */
export type Charge = { readonly amount: bigint; readonly token: string | null };

/** Returns null if the cost is not a whole number of base units. */
export function chargeOf(cost: Cost): Charge | null {
  const amount = parseUnits(cost.amount, 0);
  return amount === null ? null : { amount, token: cost.token };
}

type Tariff = { readonly history: CostHistory; decimals: number | null };
/** One tariff for each charged token. `latest` is the token to expect next. */
type PayerTariffs = { readonly byToken: Map<string | null, Tariff>; latest: string | null };
type BalanceOf = (accountId: string, token: string | null) => bigint | null;

const keyOf = ({ accountId, token }: Payer): string => JSON.stringify([accountId, token]);

/**
 * Estimates costs from what the account has paid before. On a service with credits the cost is known: a credit is a byte,
 * and each submission costs at least 1,024.
 */
export class Estimates {
  readonly #balanceOf: BalanceOf;
  readonly #hasCredits: (accountId: string) => boolean;
  readonly #tariffs = new Map<string, PayerTariffs>();

  /** `paid` has the latest first. `balanceOf` returns null while a balance is not known. */
  constructor(paid: readonly Paid[], balanceOf: BalanceOf, hasCredits: (accountId: string) => boolean = () => false) {
    this.#balanceOf = balanceOf;
    this.#hasCredits = hasCredits;
    for (const { accountId, token, size, cost } of paid.toReversed()) this.add({ accountId, token }, size, cost);
  }

  /** Adds a submission with a known cost. */
  add(payer: Payer, size: number, cost: Cost): void {
    // A fee that is not a whole number comes from a service with unknown units. It is not used for estimates.
    const amount = parseUnits(cost.amount, 0);
    if (amount === null || amount < 0n || size <= 0) return;
    const tariffs = this.#tariffs.get(keyOf(payer)) ?? { byToken: new Map<string | null, Tariff>(), latest: null };
    this.#tariffs.set(keyOf(payer), tariffs);
    const tariff = tariffs.byToken.get(cost.token) ?? { history: new CostHistory(), decimals: cost.decimals };
    tariffs.byToken.set(cost.token, tariff);
    tariff.history.add({ size, cost: amount });
    tariff.decimals = cost.decimals;
    tariffs.latest = cost.token;
  }

  /** Returns whole base units. Null without a history. */
  costOf(payer: Payer, load: Load): bigint | null {
    if (this.#hasCredits(payer.accountId)) return BigInt(load.billed);
    return this.#expected(payer)?.tariff.history.estimate(load) ?? null;
  }

  /** Returns the same cost with its token. */
  chargeOf(payer: Payer, load: Load): Charge | null {
    const amount = this.costOf(payer, load);
    return amount === null ? null : { amount, token: this.unitOf(payer)?.token ?? null };
  }

  of(payer: Payer, load: Load): CostEstimate | null {
    if (load.submissions === 0) return null;
    const unit = this.unitOf(payer);
    const amount = this.costOf(payer, load);
    if (unit === null || amount === null) return null;
    const balance = this.#balanceOf(payer.accountId, unit.token);
    return {
      cost: { amount: amount.toString(), ...unit },
      balance: balance === null ? null : balance.toString(),
      covered: balance === null ? null : this.isCovered(payer, balance, amount),
      ...this.#accuracyOf(payer, load),
    };
  }

  /** Services with credits require a balance greater than the cost. */
  isCovered({ accountId }: Payer, balance: bigint, cost: bigint): boolean {
    return this.#hasCredits(accountId) ? balance > cost : balance >= cost;
  }

  /** Returns the token of the estimates. Null without a history. */
  unitOf(payer: Payer): Pick<Cost, 'token' | 'decimals'> | null {
    if (this.#hasCredits(payer.accountId)) return { token: CREDITS, decimals: 0 };
    const expected = this.#expected(payer);
    return expected === null ? null : { token: expected.token, decimals: expected.tariff.decimals };
  }

  #accuracyOf(payer: Payer, load: Load): Pick<EstimatedCost, 'accuracy'> {
    if (this.#hasCredits(payer.accountId)) return { accuracy: load.bounds === 0 ? 'exact' : 'at-most' };
    return this.#expected(payer)?.tariff.history.knowsOneSize === true ? { accuracy: 'at-most' } : {};
  }

  #expected(payer: Payer): { readonly token: string | null; readonly tariff: Tariff } | null {
    const tariffs = this.#tariffs.get(keyOf(payer));
    const tariff = tariffs?.byToken.get(tariffs.latest);
    return tariffs === undefined || tariff === undefined ? null : { token: tariffs.latest, tariff };
  }
}

/** Returns what is still to be sent. A file in parts takes one submission for each part. */
export function loadToCome(rows: readonly StoredSubmission[]): Load {
  return sumOfLoads(rows.map((row) => row.loads?.toCome ?? loadOfRow(row)));
}

/** The cost that the service charged for a size, in whole base units. */
export type PaidSize = { readonly size: number; readonly cost: bigint };

/**
 * Estimates costs from paid submissions with five sums. They give the straight line `base + perByte × bytes` closest to all
 * samples (least squares), in the same time for ten samples and for a million. The line is a fraction of integers, so that
 * only the final sum is rounded, up to whole base units.
 *
 * - Services charge a base fee and a fee per byte. With two sizes or more, the line is the tariff itself.
 * - With a single size, many lines fit. The estimate is the higher one of two extremes: proportional to the bytes, or the
 *   same for every file.
 * - If one odd fee gives the line a negative slope or base, the estimate is proportional to the bytes instead.
 */
export class CostHistory {
  #n = 0n;
  #sumX = 0n;
  #sumXX = 0n;
  #sumY = 0n;
  #sumXY = 0n;

  /** True if all paid files had the same size. Then an estimate is an upper bound and may be far too high. */
  get knowsOneSize(): boolean {
    return this.#n * this.#sumXX === this.#sumX * this.#sumX;
  }

  add({ size, cost }: PaidSize): void {
    const x = BigInt(size);
    this.#n += 1n;
    this.#sumX += x;
    this.#sumXX += x * x;
    this.#sumY += cost;
    this.#sumXY += x * cost;
  }

  /** Returns the total cost of the files in whole base units, rounded up. Null without a history. */
  estimate(load: Load): bigint | null {
    const [files, bytes] = [BigInt(load.submissions), BigInt(load.bytes)];
    const [n, sumX, sumXX, sumY, sumXY] = [this.#n, this.#sumX, this.#sumXX, this.#sumY, this.#sumXY];
    if (n === 0n || sumX === 0n) return null;
    if (files === 0n) return 0n;
    const spread = n * sumXX - sumX * sumX;
    const slope = n * sumXY - sumX * sumY;
    const base = sumY * sumXX - sumX * sumXY;
    if (spread > 0n && slope >= 0n && base >= 0n) return ceilDivide(files * base + slope * bytes, spread);
    const proportional = ceilDivide(sumY * bytes, sumX);
    if (spread > 0n) return proportional;
    const flat = ceilDivide(sumY * files, n);
    return proportional > flat ? proportional : flat;
  }
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
