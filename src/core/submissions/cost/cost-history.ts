/** The cost that the service charged for a size, in whole base units. */
export type PaidSize = { readonly size: number; readonly cost: bigint };

/** The number of files of an estimate, and their total size. */
export type Load = { readonly files: number; readonly bytes: bigint };

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
  estimate({ files, bytes }: Load): bigint | null {
    const [n, sumX, sumXX, sumY, sumXY] = [this.#n, this.#sumX, this.#sumXX, this.#sumY, this.#sumXY];
    if (n === 0n || sumX === 0n) return null;
    if (files === 0) return 0n;
    const spread = n * sumXX - sumX * sumX;
    const slope = n * sumXY - sumX * sumY;
    const base = sumY * sumXX - sumX * sumXY;
    if (spread > 0n && slope >= 0n && base >= 0n) return ceilDivide(BigInt(files) * base + slope * bytes, spread);
    const proportional = ceilDivide(sumY * bytes, sumX);
    if (spread > 0n) return proportional;
    const flat = ceilDivide(sumY * BigInt(files), n);
    return proportional > flat ? proportional : flat;
  }
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
