import type { CarriedOver as Figures } from '../../../shared/bridge/submissions.ts';
import { type BatchStatus, batchStatusOf, goingOn, noFiles } from '../../../shared/submissions/batch-status.ts';
import type { StoredSubmission } from '../journal/submission.ts';

type Left = { readonly statuses: Map<number, BatchStatus>; readonly counts: Record<BatchStatus, number> };

/** What is still open, and may have been left so. */
const open: ReadonlySet<BatchStatus> = new Set(['toGo', 'sending', 'checking', 'notKnown', 'paused', 'undecided']);

/**
 * What the last run left open, for one notice above the list. A file leaves it at its end; the notice goes with the last one
 * that goes on by itself, or when the person has read it.
 */
export class CarriedOver {
  readonly #accounts = new Map<string, Left>();

  /** A submission as it was taken up at the start. */
  begin(submission: StoredSubmission): void {
    const { accountId, id, state } = submission;
    const status = batchStatusOf(state);
    if (!open.has(status)) return;
    const left = this.#accounts.get(accountId) ?? { statuses: new Map(), counts: { ...noFiles } };
    this.#accounts.set(accountId, left);
    left.statuses.set(id, status);
    left.counts[status] += 1;
  }

  observe({ accountId, id, state }: StoredSubmission): void {
    const left = this.#accounts.get(accountId);
    if (left?.statuses.has(id) !== true) return;
    const status = batchStatusOf(state);
    this.forget(accountId, id);
    if (!open.has(status)) return;
    left.statuses.set(id, status);
    left.counts[status] += 1;
  }

  forget(accountId: string, id: number): void {
    const left = this.#accounts.get(accountId);
    const status = left?.statuses.get(id);
    if (left === undefined || status === undefined) return;
    left.statuses.delete(id);
    left.counts[status] -= 1;
  }

  /** The person has read it, or the account is no more. */
  dismiss(accountId: string): void {
    this.#accounts.delete(accountId);
  }

  /** Null where nothing of it goes on by itself. */
  of(accountId: string): Figures | null {
    const counts = this.#accounts.get(accountId)?.counts;
    if (counts === undefined || goingOn(counts) === 0) return null;
    return {
      toSend: counts.toGo + counts.sending,
      checking: counts.checking,
      notKnown: counts.notKnown,
      undecided: counts.undecided,
      paused: counts.paused,
    };
  }
}
