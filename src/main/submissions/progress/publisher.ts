import type { QueueSummary, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { type StoredSubmission, toWindow } from '../journal/submission.ts';

/** Often enough to look alive; what comes in between is drawn in one go, which leaves the window time to draw. */
const CHANGES_EVERY_MS = 100;
const PROGRESS_EVERY_MS = 150;
/** While something waits, the time left changes although nothing happens. */
const WAITING_EVERY_MS = 1_000;
/** Rows in one event: small enough that drawing them is not a long task in the window. */
const ROWS_AT_ONCE = 1000;

export type PublisherParts = {
  readonly events: DomainEvents;
  /** The account that the window shows. */
  readonly shown: () => string;
  readonly progress: (accountId: string) => { readonly progress: SubmissionProgress[]; readonly summary: QueueSummary };
  readonly observe: (submission: StoredSubmission) => void;
  readonly forget: (accountId: string, ids: readonly number[]) => void;
};

export type Publisher = ReturnType<typeof createPublisher>;

/** Tells of changes, many at a time: a thousand changed rows are one event, not a thousand. */
export function createPublisher({ events, shown, progress, observe, forget }: PublisherParts) {
  let changed = new Map<number, StoredSubmission>();
  let changesTimer: NodeJS.Timeout | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let progressTimer: NodeJS.Timeout | null = null;
  let waitingTimer: NodeJS.Timeout | null = null;
  let closed = false;

  const flushChanges = (): void => {
    changesTimer = null;
    toldAt = performance.now();
    const rows = [...changed.values()];
    changed = new Map();
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      events.emit('submissions.changed', { submissions: rows.slice(start, start + ROWS_AT_ONCE).map(toWindow) });
    }
  };

  const flushProgress = (): void => {
    progressTimer = null;
    const now = progress(shown());
    events.emit('submissions.progress', now);
    if (waitingTimer !== null) clearTimeout(waitingTimer);
    const waits = now.summary.waitingFor !== null && now.summary.filesDone < now.summary.files;
    waitingTimer = waits ? setTimeout(schedule, WAITING_EVERY_MS) : null;
    waitingTimer?.unref();
  };

  const schedule = (): void => {
    if (progressTimer === null && !closed) progressTimer = setTimeout(flushProgress, PROGRESS_EVERY_MS);
  };

  return {
    /** The submission is on disk as it is here: show it. */
    changed(submission: StoredSubmission): void {
      if (closed) return;
      observe(submission);
      changed.set(submission.id, submission);
      // The first change after a pause is told as soon as those that came with it are there.
      changesTimer ??= setTimeout(flushChanges, Math.max(0, toldAt + CHANGES_EVERY_MS - performance.now()));
      if (submission.accountId === shown()) schedule();
    },
    removed(accountId: string, ids: readonly number[]): void {
      for (const id of ids) changed.delete(id);
      forget(accountId, ids);
      events.emit('submissions.removed', { ids });
      schedule();
    },
    /** Something of the account's summary has changed. */
    moved(accountId: string): void {
      if (accountId === shown()) schedule();
    },
    close(): void {
      closed = true;
      for (const timer of [changesTimer, progressTimer, waitingTimer]) if (timer !== null) clearTimeout(timer);
    },
  };
}
