import { dirname } from 'node:path';
import type { Snapshot } from '../../shared/bridge/app.ts';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type {
  CostEstimate,
  HeldCosts,
  Removal,
  Submission,
  SubmissionDetails,
} from '../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { EstimatedCost } from '../../shared/submissions/cost.ts';
import type { KnownPayloadLimit, Part } from '../../shared/submissions/parts.ts';
import type { QueueSettings } from '../../shared/submissions/queue-settings.ts';
import { awaitsRecord, isClearable } from '../../shared/submissions/submission-state.ts';
import { compose, type SubmissionModules, type SubmissionsOptions } from './composition.ts';
import { loadToCome } from './cost/estimates.ts';
import { type StoredSubmission, toPart, toWindow } from './journal/submission.ts';
import { answerLost } from './journal/transitions.ts';
import type { BatchTotals } from './progress/batch.ts';

type AccountView = Pick<Snapshot, 'progress' | 'summary' | 'held' | 'queueSettings'> & {
  readonly submissions: Submission[];
};

/** The submission queue: adds files, sends them, and keeps their results. */
export class Submissions {
  readonly #modules: SubmissionModules;
  readonly byHand: SubmissionModules['byHand'];
  readonly commands: SubmissionModules['commands'];
  readonly drops: SubmissionModules['drops'];
  readonly leftBehind: SubmissionModules['leftBehind'];
  readonly payloadLimits: SubmissionModules['payloadLimits'];
  readonly queue: SubmissionModules['queue'];
  readonly removals: SubmissionModules['removals'];

  constructor(options: SubmissionsOptions) {
    const modules = compose(options);
    this.#modules = modules;
    this.byHand = modules.byHand;
    this.commands = modules.commands;
    this.drops = modules.drops;
    this.leftBehind = modules.leftBehind;
    this.payloadLimits = modules.payloadLimits;
    this.queue = modules.queue;
    this.removals = modules.removals;
  }

  /**
   * Resumes the work of an earlier run. No submission that may have been accepted is queued again. All rows are correct
   * when this returns, but it does not wait for the disk.
   */
  recover(): void {
    const { batches, cache, parts, removals } = this.#modules;
    parts.recover();
    const submissions = [...cache.all()];
    for (const submission of submissions) batches.recover(submission);
    const closed = submissions.map((submission) => this.#closeAttempt(submission));
    // Runs last, because a duplicate depends on all other submissions.
    const unwritten = new Map<number, Promise<void>[]>();
    for (const [index, { id, partOf }] of submissions.entries()) {
      const written = closed[index] ?? null;
      if (written !== null && partOf !== null)
        unwritten.set(partOf.row, [...(unwritten.get(partOf.row) ?? []), written]);
      const now = cache.get(id);
      const isToStop = now?.state.kind === 'waiting' && now.wish !== null;
      if (written === null || isToStop) this.#resume(id);
      else void written.then(() => this.#resume(id));
    }
    for (const { id, state } of submissions) {
      if (state.kind !== 'in-parts') continue;
      void Promise.all(unwritten.get(id) ?? []).then(() => {
        const row = cache.get(id);
        if (row?.state.kind === 'in-parts') parts.resume(row);
      });
    }
    for (const submission of cache.all()) {
      if (submission.partOf === null) batches.of(submission.accountId).observe(submission);
    }
    removals.forgetEarlier();
  }

  /** The paths of the encrypted copies that may still be sent. */
  encryptedCopies(): ReadonlySet<string> {
    return this.#modules.encryptedSource.copiesOf(this.#modules.cache.all());
  }

  /** Removes rows with a receipt that need no action. Rejected, cancelled and unsettled rows stay. */
  clearFinished(accountId: string): Promise<Removal | null> {
    const finished = this.#modules.cache.rowsOf(accountId).filter(({ state }) => isClearable(state));
    return this.#modules.removals.remove(finished.map(({ id }) => id));
  }

  settings(accountId: string): QueueSettings {
    return this.#modules.settings.of(accountId);
  }

  async changeSettings(accountId: string, changed: Partial<QueueSettings>): Promise<void> {
    await this.#modules.settings.set(accountId, { ...this.settings(accountId), ...changed });
    this.#modules.publisher.moved(accountId);
    this.#modules.queue.wake();
  }

  find(id: number): Submission | null {
    return this.#modules.cache.get(id);
  }

  /** Returns the probable cost of submitting a file again, with `size` bytes or as it is. Null while it is not known. */
  price(id: number, size?: number): EstimatedCost | null {
    const submission = this.#modules.cache.get(id);
    return submission && this.#modules.costs.priceOf(this.#modules.planned.onceMore(submission, size));
  }

  /** Returns the probable cost of files of one account, and if it exceeds the spending limit. */
  costOf(
    accountId: string,
    files: readonly Submission[],
  ): { readonly estimate: CostEstimate | null; readonly isBeyondLimit: boolean } {
    const { cache, costs } = this.#modules;
    const load = loadToCome(files.map((file) => cache.get(file.id) ?? { ...file, loads: null }));
    return { estimate: costs.estimate(accountId, load), isBeyondLimit: costs.isBeyondLimit(accountId, load) };
  }

  /** The costs of files that wait for the user's approval. */
  held(accountId: string): HeldCosts {
    return this.#modules.costs.of(accountId);
  }

  /** Sends the account's progress to the window again. */
  resendProgress(accountId: string): void {
    this.#modules.publisher.moved(accountId);
  }

  /** Returns the folder that a file was dropped from. */
  folderOf(id: number): string | null {
    const submission = this.#modules.cache.get(id);
    return submission === null ? null : dirname(submission.droppedPath ?? submission.path);
  }

  details(id: number): Result<SubmissionDetails> {
    const { cache, queries } = this.#modules;
    // Confirmed parts are only on the disk.
    const submission = cache.get(id) ?? queries.find(id);
    if (submission === null) return failure({ code: 'submission-gone' });
    const { accountId, path, droppedPath, keccak256, blake2b256, sha256, settlement, state } = submission;
    return success({
      submission: toWindow(submission),
      path: droppedPath ?? path,
      keccak256,
      blake2b256,
      sha256,
      attempts: this.#modules.journal.attempts(id),
      record: 'submissionId' in state ? this.#modules.records.get(accountId, state.submissionId) : null,
      settlement,
    });
  }

  /** Returns the parts of a row that exist so far. */
  partsOf({ id, which, offset, limit }: CallInputs['submissions.parts']): Result<readonly Part[]> {
    const { cache, queries } = this.#modules;
    if (cache.get(id) === null) return failure({ code: 'submission-gone' });
    const stored = which === 'all' ? queries.page(id, offset, limit) : queries.troubledPage(id, offset, limit);
    return success(stored.map(({ part, number }) => toPart(cache.get(part.id) ?? part, number)));
  }

  /** Returns what is known of the account's payload limit. */
  payloadLimit(accountId: string): KnownPayloadLimit {
    return this.#modules.payloadLimits.shown(accountId);
  }

  /** Returns the rows of an account without their totals, which take longer. */
  list(accountId: string): Submission[] {
    return this.#modules.cache.rowsOf(accountId).map(toWindow);
  }

  /** Returns the counts and bytes of an account's batch: its files since the queue was last empty. */
  batchOf(accountId: string): Pick<BatchTotals, 'counts' | 'bytes'> & { readonly number: number } {
    const batch = this.#modules.batches.of(accountId);
    return { number: batch.current, ...batch.totals() };
  }

  /** Returns what the window shows of an account. */
  view(accountId: string): AccountView {
    return {
      submissions: this.list(accountId),
      ...this.#modules.summaries.of(accountId),
      held: this.#modules.costs.of(accountId),
      queueSettings: this.#modules.settings.of(accountId),
    };
  }

  /** True if a file is partly submitted, so that its account must keep its address. */
  hasUnfinished(accountId: string): boolean {
    return this.#modules.parts.hasUnfinished(accountId);
  }

  /** True if bytes of an account are being sent now. */
  isSending(accountId: string): boolean {
    return this.#modules.queues.of(accountId).sending.size > 0;
  }

  /** Call when the address of the account has changed to another service. */
  moved(accountId: string): void {
    // Removed rows may be partly with the earlier service.
    this.#modules.removals.forget(accountId);
    this.#modules.events.emit('payload-limit-changed', accountId);
  }

  /** Drops everything in memory of a removed account. The caller deletes its rows on the disk. */
  forgetAccount(accountId: string): void {
    const submissions = this.#modules.cache.ofAccount(accountId);
    for (const submission of submissions) {
      this.#modules.queue.interrupt(submission, 'cancel');
      this.#modules.cache.remove(submission.id);
    }
    this.#modules.removals.forget(accountId);
    this.#modules.drops.forgetAccount(accountId);
    this.#modules.queues.forget(accountId);
    void this.#modules.restored.release(accountId);
    this.#modules.settling.forget(accountId);
    this.#modules.tokens.forget(accountId);
    for (const { id } of submissions) this.#modules.parts.forget(id);
    this.#modules.payloadLimits.forget(accountId);
    const ids = submissions.flatMap(({ id, partOf }) => (partOf === null ? [id] : []));
    if (ids.length > 0) this.#modules.publisher.removed(accountId, ids);
    this.#modules.batches.forget(accountId);
  }

  close(): void {
    const { attempts, drops, intake, publisher, queue, retriedWrites, settling } = this.#modules;
    const all = [attempts, drops, intake, queue, settling, retriedWrites, publisher];
    for (const each of all) each.close();
  }

  /** Resumes a submission in its current state, which the user may have changed while the disk refused writes. */
  #resume(id: number): void {
    const { cache, queue, settling } = this.#modules;
    const submission = cache.get(id);
    if (submission === null) return;
    const isToBeSent = submission.state.kind === 'waiting' || submission.state.kind === 'retrying';
    if (isToBeSent && submission.partOf === null) void queue.enqueue(submission);
    if (awaitsRecord(submission.state)) settling.watch(submission, true);
  }

  /** Resolves once the end of an interrupted attempt is on disk; null if there was none. */
  #closeAttempt(submission: StoredSubmission): Promise<void> | null {
    const { cache, clock, journal, retriedWrites, publisher } = this.#modules;
    if (submission.state.kind !== 'sending') return null;
    const at = new Date(clock.now()).toISOString();
    const number = submission.state.attempt;
    const whole = journal.wholeBodyMayBeOut(submission.id, number);
    const event = whole ? answerLost(at, { code: 'interrupted' }) : ({ type: 'interrupted' } as const);
    const changed = cache.apply(submission.id, event);
    if (changed === null) return null;
    const failures = [{ code: whole ? 'ended-while-awaited' : 'ended-before-last-bytes' } as const];
    const end = { endedAt: at, outcome: 'interrupted', failures, detail: null } as const;
    return retriedWrites
      .write(() => journal.endAttempt(cache.get(submission.id) ?? changed, number, end))
      .then(() => publisher.changed(cache.get(submission.id) ?? changed));
  }
}
