import type { Removal } from '../../../shared/bridge/submissions.ts';
import { awaitsRecord, hasReceipt, isMoving } from '../../../shared/submissions/submission-state.ts';
import type { Clock } from '../../service/index.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Parts } from '../parts/parts.ts';
import type { Batches } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { Queue } from '../queue/queue.ts';
import type { Settling } from '../settling/settling.ts';

/**
 * Removes rows from the list, and restores those of the last removal. Only rows that are not queued can be restored, so
 * that an undo submits nothing. Unsettled rows are settled again. A start deletes removed rows that have no receipt.
 */
export class Removals {
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #cache: SubmissionCache;
  readonly #batches: Batches;
  readonly #publisher: Publisher;
  readonly #parts: Parts;
  readonly #settling: Settling;
  readonly #queue: Queue;
  /** The rows of the last removal that can be restored. */
  #last: readonly StoredSubmission[] = [];
  /** Runs one call at a time in call order, so that an undo right after a removal undoes that removal. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    clock: Clock,
    journal: Journal,
    cache: SubmissionCache,
    batches: Batches,
    publisher: Publisher,
    parts: Parts,
    settling: Settling,
    queue: Queue,
  ) {
    this.#clock = clock;
    this.#journal = journal;
    this.#cache = cache;
    this.#batches = batches;
    this.#publisher = publisher;
    this.#parts = parts;
    this.#settling = settling;
    this.#queue = queue;
  }

  /** Removes rows. Returns null if none can be restored. Rows that are being sent stay; cancel them first. */
  remove(ids: readonly number[]): Promise<Removal | null> {
    return this.#inTurn(() => this.#remove(ids));
  }

  /** Deletes rows that were never sent. Cancel them first. Others leave the list as in `remove`. */
  discard(ids: readonly number[]): Promise<void> {
    return this.#inTurn(async () => {
      const last = this.#last;
      await this.#remove(ids);
      // Deleted rows cannot be restored.
      this.#last = last;
      await this.#journal.forgetRemoved(ids);
    });
  }

  /** Restores the account's rows of the last removal. */
  undo(accountId: string): Promise<{ readonly files: number }> {
    return this.#inTurn(() => this.#undo(accountId));
  }

  /** Deletes the rows that an earlier run removed. They can no longer be restored. */
  forgetEarlier(): void {
    // If this write fails, the next start repeats it.
    this.#journal.forgetAllRemoved().catch(() => undefined);
  }

  /** Call when an account is removed with all its rows. */
  forget(accountId: string): void {
    this.#last = this.#last.filter((submission) => submission.accountId !== accountId);
  }

  #inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#turn.then(run);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #remove(ids: readonly number[]): Promise<Removal | null> {
    const submissions = this.#cache.rowsNamed(ids).filter((submission) => !this.#isBeingSent(submission));
    if (submissions.length === 0) return null;
    const moving = submissions.filter(({ state }) => isMoving(state));
    for (const submission of moving) {
      this.#queue.interrupt(submission, 'cancel');
      // The row leaves the cache before the first `await`. A submission that began meanwhile would be paid for without
      // a receipt.
      this.#cache.remove(submission.id);
    }
    try {
      await this.#journal.remove(submissions, new Date(this.#clock.now()).toISOString());
    } catch (error) {
      for (const submission of moving) this.#putBack(submission);
      throw error;
    }
    // Uses the latest state, which may have changed while the disk was written.
    const latest = submissions.map((submission) => this.#cache.get(submission.id) ?? submission);
    for (const { id } of latest) {
      this.#cache.remove(id);
      this.#parts.forget(id);
    }
    for (const [accountId, gone] of Map.groupBy(latest, (submission) => submission.accountId)) {
      this.#publisher.removed(
        accountId,
        gone.map(({ id }) => id),
      );
    }
    // Rows that were queued cannot be restored.
    this.#last = latest.filter(({ state }) => !isMoving(state));
    const [first, second] = this.#last;
    if (first === undefined) return null;
    return {
      files: this.#last.length,
      receipts: this.#last.filter(({ state }) => hasReceipt(state)).length,
      name: second === undefined ? first.name : null,
    };
  }

  /** Restores a row as it was. If reading it was interrupted, its digests are computed again. */
  #putBack(submission: StoredSubmission): void {
    this.#cache.put(submission);
    for (const part of this.#parts.bringBack(submission)) if (awaitsRecord(part.state)) this.#settling.watch(part);
    const back =
      this.#cache.apply(submission.id, { type: 'interrupted' }) ?? this.#cache.get(submission.id) ?? submission;
    this.#publisher.changed(back);
    if (awaitsRecord(back.state)) this.#settling.watch(back);
    if (isMoving(back.state)) void this.#queue.enqueue(back);
  }

  /**
   * Moves a row that may still be sent to the current batch. In an earlier batch, its cost would not count towards the
   * spending limit.
   */
  #inCurrentBatch(submission: StoredSubmission): StoredSubmission {
    const batch = this.#batches.of(submission.accountId).current;
    if (submission.state.kind !== 'paused' || submission.batch >= batch) return submission;
    const joined = { ...submission, batch };
    // If this write fails, the next write of the row includes the change.
    this.#journal.update(joined).catch(() => undefined);
    return joined;
  }

  async #undo(accountId: string): Promise<{ readonly files: number }> {
    const ids = this.#last.filter((submission) => submission.accountId === accountId).map(({ id }) => id);
    const back = await this.#journal.bringBack(ids);
    // If the account was removed while the disk was written, its rows have left `#last`.
    const submissions = this.#last.filter(({ id }) => back.has(id));
    this.forget(accountId);
    for (const submission of submissions) this.#putBack(this.#inCurrentBatch(submission));
    return { files: submissions.length };
  }

  /** True also while one of its parts is being sent. */
  #isBeingSent({ id, state }: StoredSubmission): boolean {
    if (state.kind === 'sending' || state.kind === 'in-parts') return true;
    return this.#cache.partsOf(id).some((part) => part.state.kind === 'sending');
  }
}
