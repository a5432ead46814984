import fc from 'fast-check';

/** The stretches of a batch's life. Files are prepared while others are sent. */
export const phases = ['starting', 'adding', 'sending', 'settling'] as const;
export type Phase = (typeof phases)[number];

/**
 * One kill: in which stretch of the batch's life, and how far into it (0 to 1): of the time that a start takes, of the
 * rows that are journalled, of the receipts that are there, of the time from the last receipt to the last confirmation.
 * `delayMs` after that point is reached, so that a kill does not always meet the code that had just told of it.
 */
export type KillMoment = { readonly phase: Phase; readonly share: number; readonly delayMs: number };

const moment: fc.Arbitrary<KillMoment> = fc.noBias(
  fc.record({
    phase: fc.constantFrom(...phases),
    share: fc.integer({ min: 0, max: 9_999 }).map((tenThousandths) => tenThousandths / 10_000),
    delayMs: fc.integer({ min: 0, max: 25 }),
  }),
);

/**
 * `kills` moments, the same for the same seed, in the order in which a batch comes to them: every stretch of its life is
 * as likely as the others, and within one every point is.
 */
export function killPlan(seed: number, kills: number): readonly KillMoment[] {
  const moments = fc.sample(moment, { seed, numRuns: kills });
  const order = (kill: KillMoment, index: number): number =>
    // A start can be cut short at any point of the batch: it keeps the place at which it was drawn.
    kill.phase === 'starting' ? (index / kills) * phases.length : phases.indexOf(kill.phase) + kill.share;
  return moments
    .map((kill, index) => ({ kill, order: order(kill, index) }))
    .sort((one, other) => one.order - other.order)
    .map(({ kill }) => kill);
}
