import type { Destination } from '../../accounts/index.ts';
import { type Clock, standardLimits, UPLOAD_PIECE_BYTES, type WireLimits } from '../../service/index.ts';
import { type RetriedWrites, storageFailureKind } from '../../storage/index.ts';
import { fileFailure } from '../content/file-change.ts';
import { type Charge, tokenOf } from '../cost/estimates.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { AccountQueue, AttemptUnderWay } from '../progress/account-queue.ts';
import type { Batches } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import { type AttemptEnd, type Consequence, consequenceOf, inSmallerPieces } from './consequence.ts';
import type { PayloadLimits } from './payload-limits.ts';
import { isStopped, type Ready, type Uploads } from './uploads.ts';

/** Sends submissions, one attempt each, and journals each attempt. */
export class Attempts {
  readonly #clock: Clock;
  readonly #accounts: SendingAccounts;
  readonly #journal: Journal;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #retriedWrites: RetriedWrites;
  readonly #batches: Batches;
  readonly #publisher: Publisher;
  readonly #payloadLimits: PayloadLimits;
  readonly #uploads: Uploads;
  readonly #events: QueueEvents;
  readonly #limits: WireLimits | undefined;
  #closed = false;

  constructor(
    clock: Clock,
    accounts: SendingAccounts,
    journal: Journal,
    cache: SubmissionCache,
    earlierSubmissions: EarlierSubmissions,
    retriedWrites: RetriedWrites,
    batches: Batches,
    publisher: Publisher,
    payloadLimits: PayloadLimits,
    uploads: Uploads,
    events: QueueEvents,
    limits?: WireLimits,
  ) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#journal = journal;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#retriedWrites = retriedWrites;
    this.#batches = batches;
    this.#publisher = publisher;
    this.#payloadLimits = payloadLimits;
    this.#uploads = uploads;
    this.#events = events;
    this.#limits = limits;
  }

  /**
   * Sends a submission once. Returns the submission as it is afterwards (`waiting` or `retrying`: to be sent again), or null
   * if it is gone. `charge`: the estimated cost, null if it is unknown.
   */
  async send(
    account: AccountQueue,
    submission: StoredSubmission,
    charge: Charge | null,
  ): Promise<StoredSubmission | null> {
    const to = this.#accounts.destination(submission.accountId);
    if (to === null) return submission;
    const { size, mtimeNs, sha256 } = submission;
    const number = submission.attempts + 1;
    const begun = this.#cache.apply(submission.id, { type: 'send', attempt: number }, { attempts: number });
    if (begun === null) return null;
    if (size === null || mtimeNs === null) {
      const reason = fileFailure('UNKNOWN', 'Never read.');
      const refused = this.#cache.apply(submission.id, { type: 'refuse', reason });
      if (refused !== null) this.#publisher.changed(refused);
      return refused;
    }
    if (sha256 === null) {
      // Without it the sent bytes could not be verified.
      return this.#cache.apply(submission.id, { type: 'interrupted' }, { ...noDigests, attempts: submission.attempts });
    }
    return this.#attempt(account, { ...begun, size, mtimeNs, sha256 }, to, charge);
  }

  /**
   * Stops an attempt for the user. If the whole body was sent, it may have been accepted: the attempt waits a little longer
   * for its answer, and then ends as uncertain. Before that, an attempt to be paused goes on.
   */
  stop(id: number, attempt: AttemptUnderWay, then: 'cancel' | 'pause'): void {
    if (!attempt.whole) {
      if (then === 'cancel') attempt.abort.abort();
      return;
    }
    attempt.givenUpSoon ??= setTimeout(() => {
      attempt.givenUpSoon = null;
      // The user may have resumed it.
      if (!this.#closed && isStopped(this.#cache, id)) attempt.abort.abort();
    }, this.#limits?.stoppedAnswerMs ?? standardLimits.stoppedAnswerMs).unref();
  }

  /** Call on shutdown, so that aborted uploads are recorded as interrupted rather than failed. */
  close(): void {
    this.#closed = true;
  }

  async #attempt(
    account: AccountQueue,
    begun: Ready,
    to: Destination,
    charge: Charge | null,
  ): Promise<StoredSubmission | null> {
    const { id, accountId, size, attempts: number } = begun;
    const attempt: AttemptUnderWay = { abort: new AbortController(), size, whole: false, givenUpSoon: null };
    account.sending.set(id, attempt);
    const release = (): void => {
      clearTimeout(attempt.givenUpSoon ?? undefined);
      account.sending.delete(id);
      this.#events.emit('unblocked');
    };
    this.#batches.of(accountId).charge(id, charge);
    try {
      await this.#journal.beginAttempt(begun, {
        number,
        startedAt: this.#instant(),
        wholeBodyMayBeOut: size <= UPLOAD_PIECE_BYTES,
        token: tokenOf(to.submitBy),
      });
    } catch (error) {
      release();
      return this.#notBegun(begun, error);
    }
    this.#publisher.changed(begun);
    const end = this.#atTheEnd(this.#asReceiptOf(begun, await this.#uploads.send(begun, to, attempt)));
    const outcome = this.#payloadLimits.learn(end, begun);
    release();
    const follows = consequenceOf(outcome, this.#instant(), this.#accounts.rateLimiter(accountId));
    const consequence = this.#payloadLimits.isDivisible(begun) ? inSmallerPieces(follows, outcome) : follows;
    if (consequence.credential !== undefined)
      this.#accounts.onRefused(accountId, consequence.credential, to.connection);
    return this.#conclude(id, number, this.#asWished(id, this.#closed ? cutOff(consequence) : consequence));
  }

  /** An id that other bytes have already is no receipt. For the same bytes a service may give the same id again. */
  #asReceiptOf(submission: StoredSubmission, outcome: AttemptEnd): AttemptEnd {
    if (outcome.kind !== 'accepted') return outcome;
    const { submissionId } = outcome;
    const isAnothers =
      this.#cache.isOfOtherBytes(submission, submissionId) ||
      this.#earlierSubmissions.isOfOtherBytes(submission, submissionId);
    return isAnothers ? { kind: 'id-of-other-bytes', submissionId } : outcome;
  }

  /** The threads that read files end with the process, so the file may be readable. */
  #atTheEnd(outcome: AttemptEnd): AttemptEnd {
    if (!this.#closed || outcome.kind !== 'file-unreadable') return outcome;
    return { ...outcome, kind: 'not-sent', error: { code: 'cancelled' } };
  }

  /** The attempt could not be journalled, so nothing was sent. */
  async #notBegun(begun: StoredSubmission, error: unknown): Promise<StoredSubmission | null> {
    const attempts = { attempts: begun.attempts - 1 };
    if (storageFailureKind(error) === 'other') {
      const reason = { code: 'not-journalled', detail: String(error) } as const;
      const refused = this.#cache.apply(begun.id, { type: 'refuse', reason }, attempts);
      if (refused !== null) this.#publisher.changed(refused);
      return refused;
    }
    const back = this.#cache.apply(begun.id, { type: 'interrupted' }, attempts);
    // The queue sends nothing until the disk can be written.
    if (back !== null) void this.#retriedWrites.write(() => this.#journal.update(this.#cache.get(back.id) ?? back));
    return back;
  }

  /** If the user paused or cancelled the file, that happens instead of another attempt. */
  #asWished(id: number, consequence: Consequence): Consequence {
    const wish = this.#cache.get(id)?.wish ?? null;
    if (wish === null || !['retry-later', 'interrupted'].includes(consequence.event.type)) return consequence;
    return { ...consequence, event: { type: wish === 'pause' ? 'send-paused' : 'send-cancelled' } };
  }

  async #conclude(id: number, number: number, consequence: Consequence): Promise<StoredSubmission | null> {
    const { event, outcome, failures, detail, prepareAgain } = consequence;
    const isStopped = event.type === 'send-cancelled' || event.type === 'send-paused';
    const ended = this.#cache.apply(id, event, {
      ...(prepareAgain === true ? noDigests : {}),
      ...(isStopped ? { wish: null } : {}),
    });
    const end = { endedAt: this.#instant(), outcome, failures, detail };
    if (ended === null) {
      // It was found in the service's records in the meantime, so only the attempt ends.
      await this.#retriedWrites.write(async () => {
        const found = this.#cache.get(id);
        if (found !== null) await this.#journal.endAttempt(found, number, end);
      });
      return null;
    }
    const batch = this.#batches.of(ended.accountId);
    batch.stopped(id);
    if (outcome !== 'accepted' && outcome !== 'unknown') batch.charge(id, null);
    // A receipt that cannot be written now is kept in memory until it can.
    await this.#retriedWrites.write(() => this.#journal.endAttempt(this.#cache.get(id) ?? ended, number, end));
    const current = this.#cache.get(id);
    if (current === null) return null;
    this.#publisher.changed(current);
    this.#events.emit('attempt-ended', current);
    return current;
  }

  #instant(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

/** Records the end of the process like a kill. */
function cutOff(consequence: Consequence): Consequence {
  const { event } = consequence;
  if (event.type === 'retry-later' && consequence.outcome === 'not-sent') {
    return { ...consequence, event: { type: 'interrupted' }, outcome: 'interrupted' };
  }
  if (event.type !== 'lose-answer') return consequence;
  return { ...consequence, event: { ...event, reason: { code: 'interrupted' } }, outcome: 'interrupted' };
}
