import type { QueueProgress } from '../../../shared/bridge/submissions.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { type StoredSubmission, toWindow } from '../journal/submission.ts';

/** Often enough to look alive, and leaves the window time to draw. */
const CHANGES_EVERY_MS = 100;
const PROGRESS_EVERY_MS = 150;
/** While something waits, only the time left changes. */
const WAITING_EVERY_MS = 1_000;
/** The most rows in one event, so that drawing them is not a long task in the window. */
const ROWS_AT_ONCE = 1000;

/** Publishes changes together: a thousand changed rows are one event. */
export class Publisher {
  readonly #events: DomainEvents;
  /** The account that the window shows. */
  readonly #shown: () => string;
  /** The row that shows a submission or a part; null if it is gone. */
  readonly #shownBy: (submission: StoredSubmission) => StoredSubmission | null;
  readonly #progressOf: (accountId: string) => QueueProgress;
  readonly #observe: (submission: StoredSubmission) => void;
  readonly #forget: (accountId: string, ids: readonly number[]) => void;
  #changed = new Map<number, StoredSubmission>();
  /** Parts with new receipts, published with their rows. */
  readonly #received = new Set<number>();
  #changesTimer: NodeJS.Timeout | null = null;
  #lastChangesAt = Number.NEGATIVE_INFINITY;
  #progressTimer: NodeJS.Timeout | null = null;
  #waitingTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(
    events: DomainEvents,
    shown: () => string,
    shownBy: (submission: StoredSubmission) => StoredSubmission | null,
    progressOf: (accountId: string) => QueueProgress,
    observe: (submission: StoredSubmission) => void,
    forget: (accountId: string, ids: readonly number[]) => void,
  ) {
    this.#events = events;
    this.#shown = shown;
    this.#shownBy = shownBy;
    this.#progressOf = progressOf;
    this.#observe = observe;
    this.#forget = forget;
  }

  /** Call once the submission is on disk. */
  changed(given: StoredSubmission): void {
    if (given.partOf !== null && 'submissionId' in given.state) this.#received.add(given.id);
    const submission = this.#isClosed ? null : this.#shownBy(given);
    if (submission === null) return;
    this.#observe(submission);
    this.#changed.set(submission.id, submission);
    // The first change after a pause waits only for those of the same turn.
    const ms = Math.max(0, this.#lastChangesAt + CHANGES_EVERY_MS - performance.now());
    this.#changesTimer ??= setTimeout(() => this.#sendChanges(), ms);
  }

  removed(accountId: string, ids: readonly number[]): void {
    for (const id of ids) this.#changed.delete(id);
    this.#forget(accountId, ids);
    this.#events.emit('submissions.removed', { ids, queue: this.#progress() });
  }

  /** Call if the account's summary has changed. */
  moved(accountId: string): void {
    if (accountId === this.#shown()) this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of [this.#changesTimer, this.#progressTimer, this.#waitingTimer]) {
      if (timer !== null) clearTimeout(timer);
    }
  }

  #sendChanges(): void {
    this.#changesTimer = null;
    this.#lastChangesAt = performance.now();
    const rows = [...this.#changed.values()].map(toWindow);
    this.#changed = new Map();
    let start = 0;
    for (; start + ROWS_AT_ONCE < rows.length; start += ROWS_AT_ONCE) {
      this.#events.emit('submissions.changed', { submissions: rows.slice(start, start + ROWS_AT_ONCE) });
    }
    if (start < rows.length) {
      this.#events.emit('submissions.changed', { submissions: rows.slice(start), queue: this.#progress() });
    }
    if (this.#received.size > 0) this.#events.emit('submissions.parts-received', { ids: [...this.#received] });
    this.#received.clear();
  }

  #schedule(): void {
    if (this.#progressTimer === null && !this.#isClosed) {
      this.#progressTimer = setTimeout(
        () => this.#events.emit('submissions.progress', this.#progress()),
        PROGRESS_EVERY_MS,
      );
    }
  }

  #progress(): QueueProgress {
    for (const timer of [this.#progressTimer, this.#waitingTimer]) if (timer !== null) clearTimeout(timer);
    this.#progressTimer = null;
    const now = this.#progressOf(this.#shown());
    const { waitingFor } = now.summary;
    const mayEnd = waitingFor !== null && waitingFor.kind !== 'user';
    this.#waitingTimer = mayEnd ? setTimeout(() => this.#schedule(), WAITING_EVERY_MS) : null;
    this.#waitingTimer?.unref();
    return now;
  }
}
