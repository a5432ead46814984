import type { Keyring } from '../app/keyring.ts';
import { runBatch } from './batch.ts';
import type { BatchPlan, ProcessKind } from './batch-plan.ts';
import type { BatchReport } from './report.ts';

export type SoakParts = {
  readonly plan: readonly BatchPlan[];
  /** How many batches of a kind are busy side by side; others may be waiting for their end beside them. */
  readonly lanes: Readonly<Record<ProcessKind, number>>;
  /** Holds the secrets of the whole app's accounts; null when no batch is of the whole app. */
  readonly keyring: Keyring | null;
  /** Ends it early: batches that still run are killed and not counted. */
  readonly signal: AbortSignal;
  readonly onBatch: (report: BatchReport) => void;
};

/** Each holds a service, a proxy and a process, which with its window takes some hundred megabytes. */
const MOST_OPEN = 16;

/** Runs all batches of a plan, and answers with their reports in the plan's order. A batch that fails is reported too. */
export async function soak({ plan, lanes, keyring, signal, onBatch }: SoakParts): Promise<readonly BatchReport[]> {
  const reports: BatchReport[] = [];
  const open = new Set<Promise<void>>();
  const begin = (batch: BatchPlan, onWaiting: () => void): Promise<void> => {
    const ended = runBatch(batch, keyring, signal, onWaiting)
      .catch((error: unknown) => failed(batch, error))
      .then((report) => {
        open.delete(ended);
        // What is ended from outside breaks in the middle: its service may have been ended first.
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
  const kinds = ['app', 'core'] as const;
  await Promise.all(
    kinds.flatMap((kind) => {
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
