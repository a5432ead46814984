import type { ProcessKind } from './batch-plan.ts';

/** Times of a kind of process, in milliseconds. Those of a phase are about its duration, and kills happen within it. */
export type Pace = {
  /** The estimate before the first start of a batch. */
  readonly startMs: number;
  /** Counted from the end of the start. */
  readonly addMs: number;
  readonly settleMs: number;
  readonly quitMs: number;
  /** A life that takes longer to start, to drop the files or to send another file is killed before its moment. */
  readonly longestStepMs: number;
  /** A life with nothing left to send, and without another file for this time, is killed before its moment. */
  readonly stillMs: number;
  readonly lookEveryMs: number;
  /** In the last life: uncertain submissions stay so after this time without other work. */
  readonly quietMs: number;
  /** In the last life: the limit without any change while work is left. */
  readonly stuckMs: number;
  /** For the core only; the others have the values of the app. The service registers accepted submissions sooner than this. */
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
  command: {
    startMs: 1_000,
    addMs: 600,
    settleMs: 1_500,
    quitMs: 200,
    longestStepMs: 60_000,
    stillMs: 5_000,
    lookEveryMs: 25,
    quietMs: 15_000,
    // As for the app.
    stuckMs: 2_400_000,
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
    // The app reads the records twice, each time two minutes later for every lost attempt. After a gateway that did
    // not wait for the service, the first reading is after a quarter of an hour at the earliest.
    stuckMs: 2_400_000,
    patience,
  },
};
