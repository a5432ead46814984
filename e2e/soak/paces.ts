import type { ProcessKind } from './batch-plan.ts';

/** Times of a kind of process, in milliseconds. Those of a stretch are about how long it takes: kills fall within it. */
export type Pace = {
  /** Until a batch has seen how long a start takes. */
  readonly startMs: number;
  /** From the end of the start on. */
  readonly addMs: number;
  readonly settleMs: number;
  readonly quitMs: number;
  /** A life that takes longer to start, to drop the files or to send another file is killed before its moment. */
  readonly longestStepMs: number;
  /** A life that has nothing left to send and sends no other file for so long is killed before its moment. */
  readonly stillMs: number;
  readonly lookEveryMs: number;
  /** In the last life: with nothing else to wait for, what is uncertain for so long stays so. */
  readonly quietMs: number;
  /** In the last life: nothing changed for so long, and something is still to come. */
  readonly stuckMs: number;
  /** Of the core alone; the app has its own. A taken submission is never as late as this. */
  readonly patience: {
    readonly answerMs: number;
    readonly earlierRun: number;
    readonly thisRun: number;
    readonly lateList: number;
  };
};

const patience = { answerMs: 1_500, earlierRun: 1_500, thisRun: 1_500, lateList: 1_500 };

export const pacesOf: Readonly<Record<ProcessKind, Pace>> = {
  core: {
    startMs: 500,
    addMs: 400,
    settleMs: 1_500,
    quitMs: 120,
    longestStepMs: 60_000,
    stillMs: 3_000,
    lookEveryMs: 10,
    quietMs: 8_000,
    stuckMs: 240_000,
    patience,
  },
  app: {
    startMs: 2_500,
    addMs: 900,
    settleMs: 2_500,
    quitMs: 600,
    longestStepMs: 120_000,
    stillMs: 5_000,
    lookEveryMs: 25,
    quietMs: 15_000,
    // The app takes two looks at the records, each after two minutes for every try that was lost; the first of them not
    // before a quarter of an hour where a gateway did not wait for the service.
    stuckMs: 2_400_000,
    patience,
  },
};
