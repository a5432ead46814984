import fc from 'fast-check';

/** The phases of a batch. Files are prepared while others are sent. */
export const phases = ['starting', 'adding', 'sending', 'settling', 'quitting'] as const;
type Phase = (typeof phases)[number];

/** The killed processes: the submission queue alone, the built app with its window, or the commands `serve` and `send`. */
export const processKinds = ['core', 'app', 'command'] as const;
export type ProcessKind = (typeof processKinds)[number];

/**
 * One kill. `share` (0 to 1) is the progress within the phase: of the time for a start, a drop, the settlement or
 * quitting, or of the files that the service was asked to accept. `delayMs` follows that point, so that kills do not
 * always hit the same code. `suspendMs`: suspends the process before the kill for this time; null for not at all.
 */
export type KillMoment = {
  readonly phase: Phase;
  readonly share: number;
  readonly delayMs: number;
  readonly suspendMs: number | null;
};

export const dialects = ['documented', 'deployed', 'credits'] as const;
export type Dialect = (typeof dialects)[number];

/** The behaviour of the service in a batch. Faults of single submissions are in `submission-faults.ts`. */
export type Conditions = {
  readonly dialect: Dialect;
  /** Each record has an error until the service has submitted it again. Only in the credits dialect. */
  readonly errorsFirst: boolean;
  readonly submitBy: 'api-key' | 'access-token';
  /** The share of submissions with a fault. */
  readonly faultShare: number;
  /** The hashes in records of submissions with a `place` above `from`. */
  readonly hashes: { readonly kind: 'as before' | 'other kind' | 'encrypted' | 'missing'; readonly from: number };
  /** The faults in its list of records, until the last life of the batch. */
  readonly lists: {
    readonly shuffled: boolean;
    readonly twice: boolean;
    readonly gaps: boolean;
    readonly late: boolean;
    readonly cap: number | null;
  };
  /** The service is killed and restarted after it was asked to accept this number of files; null for never. */
  readonly serviceKilledAt: number | null;
};

export type BatchPlan = {
  readonly number: number;
  readonly kind: ProcessKind;
  /** The seed of its faults. */
  readonly seed: number;
  readonly files: number;
  readonly kills: readonly KillMoment[];
  readonly conditions: Conditions;
};

const KILLS: Readonly<Record<ProcessKind, number>> = { core: 10, app: 6, command: 6 };
const FILES: Readonly<Record<ProcessKind, { readonly min: number; readonly max: number }>> = {
  core: { min: 40, max: 90 },
  app: { min: 24, max: 48 },
  command: { min: 24, max: 48 },
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

const conditions = (files: number, among: readonly Dialect[]): fc.Arbitrary<Conditions> =>
  fc.noBias(
    fc.record({
      dialect: fc.constantFrom(...among),
      errorsFirst: fc.boolean(),
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

/** The plan of a seed, always the same: `kills` kills, of which some are of the whole app and of commands. */
export function soakPlan(
  seed: number,
  kills: number,
  appKills: number,
  commandKills: number,
  among: readonly Dialect[] = dialects,
): readonly BatchPlan[] {
  const counts = [
    ...perBatch('app', appKills).map((count) => ({ kind: 'app', count }) as const),
    ...perBatch('command', commandKills).map((count) => ({ kind: 'command', count }) as const),
    ...perBatch('core', kills - appKills - commandKills).map((count) => ({ kind: 'core', count }) as const),
  ];
  return counts.map(({ kind, count }, index) => batchPlan(seed, index + 1, kind, count, among));
}

export function batchPlan(
  seed: number,
  number: number,
  kind: ProcessKind,
  kills: number,
  among: readonly Dialect[] = dialects,
): BatchPlan {
  const plan = fc.integer(FILES[kind]).chain((files) =>
    fc.record({
      number: fc.constant(number),
      kind: fc.constant(kind),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      files: fc.constant(files),
      kills: fc.array(moment, { minLength: kills, maxLength: kills }).map(inOrder),
      conditions: conditions(files, among).map(possible),
    }),
  );
  // Mixes the numbers, so that neighbouring batches and seeds are independent.
  const [drawn] = fc.sample(fc.noBias(plan), {
    seed: Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b),
    numRuns: 1,
  });
  if (drawn === undefined) throw new Error('No plan was drawn.');
  return drawn;
}

/** Services with credits take no submissions by access token. The others have no records with an error by themselves. */
function possible(drawn: Conditions): Conditions {
  return drawn.dialect === 'credits' ? { ...drawn, submitBy: 'api-key' } : { ...drawn, errorsFirst: false };
}

function perBatch(kind: ProcessKind, kills: number): number[] {
  const batches = Math.ceil(kills / KILLS[kind]);
  return Array.from({ length: batches }, (_, index) => Math.floor((kills + index) / batches));
}

/** Sorts kills in the order of the batch. All phases, and all points within a phase, are equally likely. */
function inOrder(moments: readonly KillMoment[]): readonly KillMoment[] {
  const place = ({ phase, share }: KillMoment, index: number): number => {
    if (phase === 'adding') return share;
    if (phase === 'sending') return 1 + share;
    if (phase === 'settling') return 2 + share;
    // Starting and quitting can happen at any time of the batch, so these keep their random position.
    return (index / moments.length) * 3;
  };
  return moments
    .map((kill, index) => ({ kill, place: place(kill, index) }))
    .sort((one, other) => one.place - other.place)
    .map(({ kill }) => kill);
}
