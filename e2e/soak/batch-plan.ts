import fc from 'fast-check';

/** The stretches of a batch's life. Files are prepared while others are sent. */
export const phases = ['starting', 'adding', 'sending', 'settling', 'quitting'] as const;
type Phase = (typeof phases)[number];

/** What is killed: the submission queue in a process of its own, or the built app with its window. */
export type ProcessKind = 'core' | 'app';

/**
 * One kill: in which stretch of the batch's life, and how far into it (0 to 1): of the time that a start takes, that a
 * drop takes, that settling or quitting takes, or of the files that the service was asked to take. `delayMs` after that
 * point is reached, so that a kill does not always meet the code that had just been told of it. `suspendMs`: for so long
 * the process stands still before that, null for not at all.
 */
export type KillMoment = {
  readonly phase: Phase;
  readonly share: number;
  readonly delayMs: number;
  readonly suspendMs: number | null;
};

/** How the service of a batch behaves. Faults of single submissions are in `submission-faults.ts`. */
export type Conditions = {
  readonly dialect: 'documented' | 'deployed';
  readonly submitBy: 'api-key' | 'access-token';
  /** The part of the submissions that meets a fault. */
  readonly faultShare: number;
  /** From the so-manyth submission that it takes on, the service gives these instead of the hashes it gave before. */
  readonly hashes: { readonly kind: 'as before' | 'other kind' | 'encrypted' | 'missing'; readonly from: number };
  /** What its list of records does, until the last life of the batch. */
  readonly lists: {
    readonly shuffled: boolean;
    readonly twice: boolean;
    readonly gaps: boolean;
    readonly late: boolean;
    readonly cap: number | null;
  };
  /** It is killed and started anew once it was asked to take so many files; null for never. */
  readonly serviceKilledAt: number | null;
};

export type BatchPlan = {
  readonly number: number;
  readonly kind: ProcessKind;
  /** Of its faults. */
  readonly seed: number;
  readonly files: number;
  readonly kills: readonly KillMoment[];
  readonly conditions: Conditions;
};

const KILLS: Readonly<Record<ProcessKind, number>> = { core: 10, app: 6 };
const FILES: Readonly<Record<ProcessKind, { readonly min: number; readonly max: number }>> = {
  core: { min: 40, max: 90 },
  app: { min: 24, max: 48 },
};

const moment: fc.Arbitrary<KillMoment> = fc.noBias(
  fc.record({
    phase: fc.constantFrom(...phases),
    share: fc.integer({ min: 0, max: 9_999 }).map((tenThousandths) => tenThousandths / 10_000),
    delayMs: fc.integer({ min: 0, max: 25 }),
    suspendMs: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 50, max: 700 }) },
    ),
  }),
);

const conditions = (files: number): fc.Arbitrary<Conditions> =>
  fc.noBias(
    fc.record({
      dialect: fc.constantFrom('documented', 'deployed'),
      submitBy: fc.constantFrom('api-key', 'access-token'),
      faultShare: fc.constantFrom(0.2, 0.35, 0.5),
      hashes: fc.record({
        kind: fc.constantFrom('as before', 'as before', 'other kind', 'encrypted', 'missing'),
        from: fc.integer({ min: 0, max: Math.trunc(files / 2) }),
      }),
      lists: fc.record({
        shuffled: fc.boolean(),
        twice: fc.boolean(),
        gaps: fc.boolean(),
        late: fc.boolean(),
        cap: fc.constantFrom(null, null, Math.trunc(files / 3)),
      }),
      serviceKilledAt: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: files })),
    }),
  );

/** The same batches for the same seed: `kills` kills, of which `appKills` are of the whole app. */
export function soakPlan(seed: number, kills: number, appKills: number): readonly BatchPlan[] {
  const counts = [
    ...perBatch('app', appKills).map((count) => ({ kind: 'app', count }) as const),
    ...perBatch('core', kills - appKills).map((count) => ({ kind: 'core', count }) as const),
  ];
  return counts.map(({ kind, count }, index) => batchPlan(seed, index + 1, kind, count));
}

export function batchPlan(seed: number, number: number, kind: ProcessKind, kills: number): BatchPlan {
  const plan = fc.integer(FILES[kind]).chain((files) =>
    fc.record({
      number: fc.constant(number),
      kind: fc.constant(kind),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      files: fc.constant(files),
      kills: fc.array(moment, { minLength: kills, maxLength: kills }).map(inOrder),
      conditions: conditions(files),
    }),
  );
  // Neighbouring batches of one run, and the same batch of neighbouring runs, have nothing in common.
  const [drawn] = fc.sample(fc.noBias(plan), {
    seed: Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b),
    numRuns: 1,
  });
  if (drawn === undefined) throw new Error('No plan was drawn.');
  return drawn;
}

function perBatch(kind: ProcessKind, kills: number): number[] {
  const batches = Math.ceil(kills / KILLS[kind]);
  return Array.from({ length: batches }, (_, index) => Math.floor((kills + index) / batches));
}

/** In the order in which a batch comes to them: every stretch is as likely as the others, and within one every point is. */
function inOrder(moments: readonly KillMoment[]): readonly KillMoment[] {
  const place = ({ phase, share }: KillMoment, index: number): number => {
    if (phase === 'adding') return share;
    if (phase === 'sending') return 1 + share;
    if (phase === 'settling') return 2 + share;
    // A process can be killed as it starts or ends at any time of the batch: it keeps the place at which it was drawn.
    return (index / moments.length) * 3;
  };
  return moments
    .map((kill, index) => ({ kill, place: place(kill, index) }))
    .sort((one, other) => one.place - other.place)
    .map(({ kill }) => kill);
}
