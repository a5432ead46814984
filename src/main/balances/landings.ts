import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import type { Submission, SubmissionStateKind } from '../../shared/bridge/submissions.ts';

export type LandingsParts = {
  /** Reads an account's balances, unless that was done within `onlyAfterMs`. */
  readonly refresh: (accountId: string, onlyAfterMs: number) => Promise<unknown>;
  /** How long nothing more must have landed. Default 3 s. */
  readonly restMs?: number;
  /** The least time between two reads: services allow as few as 15 requests a minute. Default 30 s. */
  readonly apartMs?: number;
};

const landed: ReadonlySet<SubmissionStateKind> = new Set(['submitted', 'confirmed', 'failed']);
const charging: ReadonlySet<SubmissionStateKind> = new Set(['sending', 'unsettled', 'submitted']);

/** Whether one of these may have been charged without a record that says so. */
export function mayBeCharged(submissions: readonly Submission[], accountId: string): boolean {
  return submissions.some((submission) => submission.accountId === accountId && charging.has(submission.state.kind));
}

/** Reads the balances again after submissions have landed, once for all that land together. */
export function createLandings({ refresh, restMs = 3_000, apartMs = 30_000 }: LandingsParts) {
  const timers = new Map<string, NodeJS.Timeout>();
  const lastReads = new Map<string, number>();

  function arm(accountId: string): void {
    clearTimeout(timers.get(accountId));
    const since = performance.now() - (lastReads.get(accountId) ?? Number.NEGATIVE_INFINITY);
    const timer = setTimeout(
      () => {
        timers.delete(accountId);
        lastReads.set(accountId, performance.now());
        void refresh(accountId, 0);
      },
      Math.max(restMs, apartMs - since),
    );
    timers.set(accountId, timer);
  }

  return {
    /** To be told all that the window is told. */
    observe(event: WindowEvent): void {
      if (event.kind !== 'submissions-changed') return;
      const accounts = event.submissions
        .filter(({ state }) => landed.has(state.kind))
        .map(({ accountId }) => accountId);
      for (const accountId of new Set(accounts)) arm(accountId);
    },

    close(): void {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
