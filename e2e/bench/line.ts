/** The condition for meeting a target; null if there is none. */
export type Target = { readonly atLeast: number } | { readonly atMost: number } | null;

/** One row of the table, and one object of the JSON file. */
export type Line = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** For display: `≥ 0.9`. */
  readonly target: string | null;
  readonly met: boolean | null;
};

/** The median of all rounds, with its target. */
export function line(name: string, unit: string, values: readonly number[], target: Target = null): Line {
  const value = median(values);
  if (target === null) return { name, value: rounded(value), unit, target: null, met: null };
  return 'atLeast' in target
    ? { name, value: rounded(value), unit, target: `≥ ${target.atLeast}`, met: value >= target.atLeast }
    : { name, value: rounded(value), unit, target: `≤ ${target.atMost}`, met: value <= target.atMost };
}

/** Throws on an empty list: a measurement without a value is an error, not zero. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('Nothing was measured.');
  return (lower + upper) / 2;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
