/** The minimum size in bytes that services bill for a submission. */
export const LEAST_BILLED = 1024;

/** The size of a number of submissions, to compute their cost. */
export type Load = {
  readonly submissions: number;
  readonly bytes: number;
  /** The same with at least 1,024 bytes for each submission: the credits that they cost on a service with credits. */
  readonly billed: number;
  /** The number of submissions of which only the largest possible size is known, such as manifests to come. */
  readonly bounds: number;
};

export const noLoad: Load = { submissions: 0, bytes: 0, billed: 0, bounds: 0 };

/** Returns the load of one submission. */
export function loadOf(bytes: number): Load {
  return { submissions: 1, bytes, billed: Math.max(bytes, LEAST_BILLED), bounds: 0 };
}

/** Returns the load of a stream in pieces of `pieceSize` bytes. */
export function loadInPieces(bytes: number, pieceSize: number): Load {
  const rest = bytes % pieceSize;
  const whole = (bytes - rest) / pieceSize;
  const billed = whole * Math.max(pieceSize, LEAST_BILLED) + (rest === 0 ? 0 : Math.max(rest, LEAST_BILLED));
  return { submissions: whole + (rest === 0 ? 0 : 1), bytes, billed, bounds: 0 };
}

export function sumOfLoads(loads: Iterable<Load>): Load {
  let [submissions, bytes, billed, bounds] = [0, 0, 0, 0];
  for (const load of loads) {
    submissions += load.submissions;
    bytes += load.bytes;
    billed += load.billed;
    bounds += load.bounds;
  }
  return { submissions, bytes, billed, bounds };
}

/** A sum to count into. */
export type LoadSum = { -readonly [Key in keyof Load]: Load[Key] };

/** Adds a load to a sum, or takes it away. */
export function countLoad(sum: LoadSum, load: Load, sign: 1 | -1): void {
  sum.submissions += sign * load.submissions;
  sum.bytes += sign * load.bytes;
  sum.billed += sign * load.billed;
  sum.bounds += sign * load.bounds;
}
