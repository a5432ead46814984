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

type PublisherParts = {
  readonly events: DomainEvents;
  /** The account that the window shows. */
  readonly shown: () => string;
  readonly progress: (accountId: string) => QueueProgress;
  /** The row that shows a submission or a part; null if it is gone. */
  readonly shownBy: (submission: StoredSubmission) => StoredSubmission | null;
  readonly observe: (submission: StoredSubmission) => void;
  readonly forget: (accountId: string, ids: readonly number[]) => void;
};

/** Publishes changes together: a thousand changed rows are one event. */
export class Publisher {
  readonly #parts: PublisherParts;
  #changed = new Map<number, StoredSubmission>();
  /** Parts with new receipts, published with their rows. */
  readonly #received = new Set<number>();
  #changesTimer: NodeJS.Timeout | null = null;
  #lastChangesAt = Number.NEGATIVE_INFINITY;
  #progressTimer: NodeJS.Timeout | null = null;
  #waitingTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Call once the submission is on disk. */
  changed(given: StoredSubmission): void {
    if (given.partOf !== null && 'submissionId' in given.state) this.#received.add(given.id);
    const submission = this.#isClosed ? null : this.#parts.shownBy(given);
    if (submission === null) return;
    this.#parts.observe(submission);
    this.#changed.set(submission.id, submission);
    // The first change after a pause waits only for those of the same turn.
    const ms = Math.max(0, this.#lastChangesAt + CHANGES_EVERY_MS - performance.now());
    this.#changesTimer ??= setTimeout(() => this.#sendChanges(), ms);
  }

  removed(accountId: string, ids: readonly number[]): void {
    for (const id of ids) this.#changed.delete(id);
    this.#parts.forget(accountId, ids);
    this.#parts.events.emit('submissions.removed', { ids, queue: this.#progress() });
  }

  /** Call if the account's summary has changed. */
  moved(accountId: string): void {
    if (accountId === this.#parts.shown()) this.#schedule();
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
      this.#parts.events.emit('submissions.changed', { submissions: rows.slice(start, start + ROWS_AT_ONCE) });
    }
    if (start < rows.length) {
      this.#parts.events.emit('submissions.changed', { submissions: rows.slice(start), queue: this.#progress() });
    }
    if (this.#received.size > 0) this.#parts.events.emit('submissions.parts-received', { ids: [...this.#received] });
    this.#received.clear();
  }

  #schedule(): void {
    if (this.#progressTimer === null && !this.#isClosed) {
      this.#progressTimer = setTimeout(
        () => this.#parts.events.emit('submissions.progress', this.#progress()),
        PROGRESS_EVERY_MS,
      );
    }
  }

  #progress(): QueueProgress {
    for (const timer of [this.#progressTimer, this.#waitingTimer]) if (timer !== null) clearTimeout(timer);
    this.#progressTimer = null;
    const now = this.#parts.progress(this.#parts.shown());
    const { waitingFor } = now.summary;
    const mayEnd = waitingFor !== null && waitingFor.kind !== 'person';
    this.#waitingTimer = mayEnd ? setTimeout(() => this.#schedule(), WAITING_EVERY_MS) : null;
    this.#waitingTimer?.unref();
    return now;
  }
}
