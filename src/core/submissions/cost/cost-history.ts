/** Whole base units for so many bytes, as the service charged it. */
export type PaidSize = { readonly size: number; readonly cost: bigint };

/** The files of an estimate: how many, and how many bytes together. */
export type Load = { readonly files: number; readonly bytes: bigint };

/**
 * What submissions have cost, as five sums: enough for the straight line `base + perByte × bytes` that lies closest to all
 * of them (least squares), at the same price with ten samples and with a million. All of it is exact: the line stays a
 * fraction of integers, and only the final sum is rounded, up, to whole base units.
 *
 * - Services charge a base fee and a fee per byte, so that for two sizes or more the line is not an approximation but the
 *   tariff itself.
 * - With a single size many lines fit; of the two extremes, all in proportion to the bytes or the same for every file, the
 *   dearer one for these files is taken.
 * - A line that would make a file free or cheaper by being larger (one odd fee can tilt it so) is replaced by the
 *   proportion of all costs to all bytes.
 */
export class CostHistory {
  #n = 0n;
  #sumX = 0n;
  #sumXX = 0n;
  #sumY = 0n;
  #sumXY = 0n;

  /** Files of one size alone were paid for: what others cost is an upper bound, and may be far less. */
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

  /** What the files will cost together, in whole base units, rounded up; null without any history. */
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
