import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { whole } from '../soak/seeded.ts';
import type { AnyTarget, Target } from './target.ts';

/** Inputs of one batch; with the target's name and the number of the batch the seed gives the same ones again. */
export const RUNS_A_BATCH = 100;
/** Of the thread's own work, so that a machine that is busy with something else is no finding. */
export const SLOW_MS = 1_000;
export const MOST_MEMORY_MIB = 512;

/** What stays of shrinking an input when it takes longer, in milliseconds. */
const SHRINKING_MS = 20_000;
const LONGEST_SHOWN = 200_000;

export type Finding = {
  readonly kind: 'broken' | 'slow' | 'memory' | 'hang' | 'crash';
  readonly target: string;
  readonly seed: number;
  readonly batch: number;
  readonly what: string;
  /** The smallest input that was found, as source text. */
  readonly input: string;
};

export type BatchReport = {
  readonly target: string;
  readonly batch: number;
  readonly runs: number;
  readonly worstMs: number;
  /** Of the whole process so far. */
  readonly peakMiB: number;
  readonly finding: Finding | null;
};

export type BatchOrder = {
  readonly target: string;
  readonly seed: number;
  readonly batch: number;
  readonly runs: number;
  /** Whether it is a finding when a run is slow or the process large. */
  readonly measured: boolean;
};

export function anyTarget<Input>({ name, input, run, variable, most }: Target<Input>): AnyTarget {
  return {
    name,
    variable: variable === true,
    most: most ?? Number.POSITIVE_INFINITY,
    property: (check) => fc.asyncProperty(input, (value) => check(value, () => run(value))),
  };
}

/** Runs one batch. `onRun` hears of each input by its number before it is run. */
export async function runBatch(
  target: AnyTarget,
  { seed, batch, runs, measured }: BatchOrder,
  onRun: (run: number) => void,
): Promise<BatchReport> {
  let [done, worstMs] = [0, 0];
  const property = target.property(async (_input, run) => {
    onRun(done);
    done += 1;
    const began = process.threadCpuUsage();
    const first = await run();
    const { user, system } = process.threadCpuUsage(began);
    const milliseconds = (user + system) / 1000;
    worstMs = Math.max(worstMs, milliseconds);
    if (measured && milliseconds > SLOW_MS) throw new TooSlow(milliseconds);
    if (!target.variable && !isDeepStrictEqual(await run(), first)) {
      throw new Error('The same input came to something else the second time.');
    }
  });
  const result = await fc.check(property, {
    seed: fastCheckSeed(seed, target.name, batch),
    numRuns: Math.min(runs, target.most),
    interruptAfterTimeLimit: SHRINKING_MS,
  });
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  const about = { target: target.name, seed, batch };
  const finding: Finding | null = result.failed
    ? {
        ...about,
        kind: result.errorInstance instanceof TooSlow ? 'slow' : 'broken',
        what: result.errorInstance instanceof Error ? (result.errorInstance.stack ?? '') : String(result.errorInstance),
        input: shown(result.counterexample),
      }
    : measured && peakMiB > MOST_MEMORY_MIB
      ? { ...about, kind: 'memory', what: `The process took ${Math.round(peakMiB)} MiB.`, input: '' }
      : null;
  return { target: target.name, batch, runs: done, worstMs, peakMiB, finding };
}

/** The input of one run, for a run that never ended: made anew and not run. */
export async function inputOf(
  target: AnyTarget,
  { seed, batch, runs }: Omit<BatchOrder, 'measured'>,
  wanted: number,
): Promise<string> {
  let [at, input] = [0, ''];
  const property = target.property(async (value) => {
    if (at === wanted) input = shown([value]);
    at += 1;
  });
  await fc.check(property, { seed: fastCheckSeed(seed, target.name, batch), numRuns: Math.min(runs, wanted + 1) });
  return input;
}

class TooSlow extends Error {
  constructor(milliseconds: number) {
    super(`One run took ${Math.round(milliseconds)} ms.`);
  }
}

function fastCheckSeed(seed: number, target: string, batch: number): number {
  return whole(0, 2 ** 31 - 1, seed, target, batch);
}

function shown(input: unknown): string {
  const text = fc.stringify(input);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}… (${text.length} characters)` : text;
}
