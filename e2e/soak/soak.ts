import type { Keyring } from '../app/keyring.ts';
import { runBatch } from './batch.ts';
import { type BatchPlan, type ProcessKind, processKinds } from './batch-plan.ts';
import type { BatchReport } from './report.ts';

export type SoakParts = {
  readonly plan: readonly BatchPlan[];
  /** The number of active batches per kind. Further batches may be waiting for their end. */
  readonly lanes: Readonly<Record<ProcessKind, number>>;
  /** Holds the secrets of the app's accounts; null if no batch uses the whole app. */
  readonly keyring: Keyring | null;
  /** Ends the run early. Batches in progress are killed and not counted. */
  readonly signal: AbortSignal;
  readonly onBatch: (report: BatchReport) => void;
};

/** Each has a service, a proxy and a process, which with its window takes some hundred megabytes. */
const MOST_OPEN = 16;

/** Runs all batches of a plan. Returns their reports in the plan's order, including those of failed batches. */
export async function soak({ plan, lanes, keyring, signal, onBatch }: SoakParts): Promise<readonly BatchReport[]> {
  const reports: BatchReport[] = [];
  const open = new Set<Promise<void>>();
  const begin = (batch: BatchPlan, onWaiting: () => void): Promise<void> => {
    const ended = runBatch(batch, keyring, signal, onWaiting)
      .catch((error: unknown) => failed(batch, error))
      .then((report) => {
        open.delete(ended);
        // An aborted batch fails in the middle, for example because its service ended first.
        if (signal.aborted) return;
        reports.push(report);
        onBatch(report);
      });
    open.add(ended);
    return ended;
  };
  const lane = async (left: Iterator<BatchPlan>): Promise<void> => {
    for (let next = left.next(); next.done !== true && !signal.aborted; next = left.next()) {
      const waiting = Promise.withResolvers<void>();
      await Promise.race([begin(next.value, waiting.resolve), waiting.promise]);
      while (open.size >= MOST_OPEN) await Promise.race(open);
    }
  };
  await Promise.all(
    processKinds.flatMap((kind) => {
      const left = plan.filter((batch) => batch.kind === kind).values();
      return Array.from({ length: lanes[kind] }, () => lane(left));
    }),
  );
  await Promise.all(open);
  return reports.sort((one, other) => one.plan.number - other.plan.number);
}

function failed(plan: BatchPlan, error: unknown): BatchReport {
  const sentence = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    plan,
    kills: [],
    earlyKills: 0,
    suspensions: 0,
    serviceKills: 0,
    faults: {},
    charges: 0,
    parts: 0,
    states: {},
    violations: [{ kind: 'stuck', file: '', sentence, life: 0 }],
    milliseconds: 0,
  };
}
