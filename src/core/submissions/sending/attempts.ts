import type { Failure } from '../../../shared/failures/failure.ts';
import type { Destination } from '../../accounts/index.ts';
import type { FileThreads } from '../../files/index.ts';
import {
  type Clock,
  type Connection,
  type ContentAtHand,
  freeMemory,
  type RateLimiter,
  type SubmitOutcome,
  standardLimits,
  submitRawData,
  UPLOAD_PIECE_BYTES,
  type WireLimits,
} from '../../service/index.ts';
import { type RetriedWrites, storageFailureKind } from '../../storage/index.ts';
import type { EncryptedSource } from '../content/encrypted-source.ts';
import { fileFailure } from '../content/file-change.ts';
import { type Charge, tokenOf } from '../cost/estimates.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Parts } from '../parts/parts.ts';
import type { AccountQueue, AttemptUnderWay } from '../progress/account-queue.ts';
import type { Batch } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { QueueEvents } from '../queue-events.ts';
import { type AttemptEnd, type Consequence, consequenceOf, inSmallerPieces } from './consequence.ts';
import type { PayloadLimits } from './payload-limits.ts';
import { isStopped, mayResend, type ResendCheckParts } from './resend-check.ts';
import type { SmallFileCache } from './small-file-cache.ts';

type AttemptsParts = ResendCheckParts & {
  readonly files: FileThreads;
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly contents: SmallFileCache;
  readonly journal: Journal;
  readonly retriedWrites: RetriedWrites;
  readonly batchOf: (accountId: string) => Batch;
  readonly publisher: Publisher;
  readonly rateLimiter: (accountId: string) => RateLimiter;
  /** How to reach an account now; null while it cannot be reached (its practice service is still starting). */
  readonly destination: (accountId: string) => Destination | null;
  /** The account's credential was not there or not accepted: `destination` is null from here on, until it is replaced. */
  readonly onProblem: (accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection) => void;
  readonly events: QueueEvents;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'isOfOtherBytes'>;
  readonly payloadLimits: Pick<PayloadLimits, 'learn' | 'isDivisible'>;
  readonly parts: Pick<Parts, 'read' | 'sent'>;
  readonly encryptedSource: Pick<EncryptedSource, 'sentFrom'>;
  /** How long the service may be silent; the client's own limits unless said. */
  readonly limits?: WireLimits;
};

const cancelled: SubmitOutcome = { kind: 'not-sent', error: { code: 'cancelled' } };

type Ready = StoredSubmission & { readonly size: number; readonly mtimeNs: string; readonly sha256: string };

/** Sends submissions, one try each, and journals around each try. */
export class Attempts {
  readonly #parts: AttemptsParts;
  #closed = false;

  constructor(parts: AttemptsParts) {
    this.#parts = parts;
  }

  /**
   * Sends a submission once. Answers with the submission as it is afterwards (`waiting` or `retrying`: to be sent again), or null
   * when it is gone. `charge`: what it will probably cost, null while nobody knows.
   */
  async send(
    account: AccountQueue,
    submission: StoredSubmission,
    charge: Charge | null,
  ): Promise<StoredSubmission | null> {
    const { cache, destination, publisher } = this.#parts;
    const to = destination(submission.accountId);
    if (to === null) return submission;
    const { size, mtimeNs, sha256 } = submission;
    const number = submission.attempts + 1;
    const begun = cache.apply(submission.id, { type: 'send', attempt: number }, { attempts: number });
    if (begun === null) return null;
    if (size === null || mtimeNs === null) {
      const reason = fileFailure('UNKNOWN', 'Never read.');
      const refused = cache.apply(submission.id, { type: 'refuse', reason });
      if (refused !== null) publisher.changed(refused);
      return refused;
    }
    if (sha256 === null) {
      // Of an earlier version, which did not take it: without it nothing could be vouched for.
      return cache.apply(submission.id, { type: 'interrupted' }, { ...noDigests, attempts: submission.attempts });
    }
    return this.#attempt(account, { ...begun, size, mtimeNs, sha256 }, to, charge);
  }

  /**
   * Stops a try that a person wants stopped. A body that is out whole may have been taken, which only its answer tells: it
   * has a little longer to come, and then the try ends in doubt, so that no answer holds a place that somebody wants free.
   * Before that, a try that is to be paused is let through.
   */
  stop(id: number, attempt: AttemptUnderWay, then: 'cancel' | 'pause'): void {
    if (!attempt.whole) {
      if (then === 'cancel') attempt.abort.abort();
      return;
    }
    const { cache, limits } = this.#parts;
    attempt.givenUpSoon ??= setTimeout(() => {
      attempt.givenUpSoon = null;
      // Unless it was taken back.
      if (!this.#closed && isStopped(cache, id)) attempt.abort.abort();
    }, limits?.stoppedAnswerMs ?? standardLimits.stoppedAnswerMs).unref();
  }

  /** The process ends: what its end cuts off is told from what the service or the network did. */
  close(): void {
    this.#closed = true;
  }

  async #attempt(
    account: AccountQueue,
    begun: Ready,
    to: Destination,
    charge: Charge | null,
  ): Promise<StoredSubmission | null> {
    const { batchOf, events, journal, onProblem, payloadLimits, publisher, rateLimiter } = this.#parts;
    const { id, accountId, size, attempts: number } = begun;
    const attempt: AttemptUnderWay = { abort: new AbortController(), size, whole: false, givenUpSoon: null };
    account.sending.set(id, attempt);
    const release = (): void => {
      clearTimeout(attempt.givenUpSoon ?? undefined);
      account.sending.delete(id);
      events.emit('unblocked');
    };
    batchOf(accountId).charge(id, charge);
    try {
      await journal.beginAttempt(begun, {
        number,
        startedAt: this.#instant(),
        wholeBodyMayBeOut: size <= UPLOAD_PIECE_BYTES,
        token: tokenOf(to.submitBy),
      });
    } catch (error) {
      release();
      return this.#notBegun(begun, error);
    }
    publisher.changed(begun);
    const end = this.#atTheEnd(this.#asReceiptOf(begun, await this.#upload(begun, to, attempt)));
    const outcome = payloadLimits.learn(end, begun);
    release();
    const follows = consequenceOf(outcome, this.#instant(), rateLimiter(accountId));
    const consequence = payloadLimits.isDivisible(begun) ? inSmallerPieces(follows, outcome) : follows;
    if (consequence.credential !== undefined) onProblem(accountId, consequence.credential, to.connection);
    return this.#conclude(id, number, this.#asWished(id, this.#closed ? cutOff(consequence) : consequence));
  }

  async #upload(submission: Ready, to: Destination, attempt: AttemptUnderWay): Promise<AttemptEnd> {
    if (attempt.abort.signal.aborted) return cancelled;
    const { encryptedSource, files, journal, limits } = this.#parts;
    const { id, size, sha256 } = submission;
    const { path, mtimeNs } = encryptedSource.sentFrom(submission);
    const hooks = {
      signal: attempt.abort.signal,
      onProgress: (done: number) => this.#onProgress(submission, done),
      beforeLastBytes: async () => {
        if (size > UPLOAD_PIECE_BYTES) await journal.markWholeBodyMayBeOut(id, submission.attempts);
        attempt.whole = true;
      },
      mayResend: () => mayResend(this.#parts, submission, attempt),
    };
    const content = await this.#contentOf(submission, attempt.abort.signal);
    if ('kind' in content) return content;
    const file = { path, size, mtimeNs: BigInt(mtimeNs ?? submission.mtimeNs), sha256, files, ...content };
    const outcome = await submitRawData(to.connection, file, to.submitBy, hooks, limits);
    // The socket has taken all of it, and it was given to this try alone.
    if (outcome.kind === 'accepted' && content.atHand !== undefined) freeMemory(content.atHand.bytes);
    return outcome;
  }

  /** Of a part its row tells how much of the whole has gone. */
  #onProgress({ id, accountId, partOf, size }: Ready, done: number): void {
    const { batchOf, cache, parts, publisher } = this.#parts;
    const row = partOf === null ? null : cache.get(partOf.row);
    const progress = { id, done, total: size };
    const shown =
      row === null ? progress : { id: row.id, done: parts.sent({ id, partOf }, done), total: row.size ?? 0 };
    batchOf(accountId).sent(shown);
    publisher.moved(accountId);
  }

  /** What is at hand of a submission. A part is sent from memory, so it is read where it is not. */
  async #contentOf(submission: Ready, signal: AbortSignal): Promise<{ atHand?: ContentAtHand } | AttemptEnd> {
    const { contents, parts } = this.#parts;
    const taken = contents.take(submission.id);
    const atHand = taken?.bytes.length === submission.size ? taken : null;
    if (submission.partOf === null) return atHand === null ? {} : { atHand };
    // Its file was held against what was prepared when these bytes were digested.
    if (atHand !== null) return { atHand: { ...atHand, justRead: true } };
    const read = await parts.read(submission, signal);
    if (read.kind === 'cancelled') return cancelled;
    if (read.kind === 'read' && read.sha256 === submission.sha256) {
      return { atHand: { bytes: read.bytes, justRead: true, inode: 0n, ctimeNs: 0n } };
    }
    const reason: Failure = read.kind === 'failed' ? read.reason : { code: 'file-changed' };
    return { kind: 'part-unreadable', reason };
  }

  /**
   * An id that other bytes have already is no receipt for these: two files would share one slip, and one of them have none.
   * For the same bytes a service may give the same id again.
   */
  #asReceiptOf(submission: StoredSubmission, outcome: AttemptEnd): AttemptEnd {
    if (outcome.kind !== 'accepted') return outcome;
    const { cache, earlierSubmissions } = this.#parts;
    const { submissionId } = outcome;
    const isAnothers =
      cache.isOfOtherBytes(submission, submissionId) || earlierSubmissions.isOfOtherBytes(submission, submissionId);
    return isAnothers ? { kind: 'id-of-other-bytes', submissionId } : outcome;
  }

  /** The threads that read files end with the process, which tells nothing of the file. */
  #atTheEnd(outcome: AttemptEnd): AttemptEnd {
    if (!this.#closed || outcome.kind !== 'file-unreadable') return outcome;
    return { ...outcome, kind: 'not-sent', error: { code: 'cancelled' } };
  }

  /** The attempt could not be journalled, so nothing was sent and nothing is known of it. */
  async #notBegun(begun: StoredSubmission, error: unknown): Promise<StoredSubmission | null> {
    const { cache, journal, publisher, retriedWrites } = this.#parts;
    const attempts = { attempts: begun.attempts - 1 };
    if (storageFailureKind(error) === 'other') {
      const reason = { code: 'not-journalled', detail: String(error) } as const;
      const refused = cache.apply(begun.id, { type: 'refuse', reason }, attempts);
      if (refused !== null) publisher.changed(refused);
      return refused;
    }
    const back = cache.apply(begun.id, { type: 'interrupted' }, attempts);
    // Held until the disk takes it; the queue sends nothing meanwhile.
    if (back !== null) void retriedWrites.write(() => journal.update(cache.get(back.id) ?? back));
    return back;
  }

  /** What a person wants of the file instead of another try. */
  #asWished(id: number, consequence: Consequence): Consequence {
    const wish = this.#parts.cache.get(id)?.wish ?? null;
    if (wish === null || !['retry-later', 'interrupted'].includes(consequence.event.type)) return consequence;
    return { ...consequence, event: { type: wish === 'pause' ? 'send-paused' : 'send-cancelled' } };
  }

  async #conclude(id: number, number: number, consequence: Consequence): Promise<StoredSubmission | null> {
    const { batchOf, cache, events, journal, publisher, retriedWrites } = this.#parts;
    const { event, outcome, failures, detail, prepareAgain } = consequence;
    const isStopped = event.type === 'send-cancelled' || event.type === 'send-paused';
    const ended = cache.apply(id, event, {
      ...(prepareAgain === true ? noDigests : {}),
      ...(isStopped ? { wish: null } : {}),
    });
    const end = { endedAt: this.#instant(), outcome, failures, detail };
    if (ended === null) {
      // Found in the service's records meanwhile: its state stands, only the attempt is over.
      await retriedWrites.write(async () => {
        const found = cache.get(id);
        if (found !== null) await journal.endAttempt(found, number, end);
      });
      return null;
    }
    const batch = batchOf(ended.accountId);
    batch.stopped(id);
    if (outcome !== 'accepted' && outcome !== 'unknown') batch.charge(id, null);
    // A receipt that can't be written now must not be lost: it is kept in memory until the disk takes it.
    await retriedWrites.write(() => journal.endAttempt(cache.get(id) ?? ended, number, end));
    const current = cache.get(id);
    if (current === null) return null;
    publisher.changed(current);
    events.emit('attempt-ended', current);
    return current;
  }

  #instant(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }
}

/** The end of the process, told as it is told after a kill. */
function cutOff(consequence: Consequence): Consequence {
  const { event } = consequence;
  if (event.type === 'retry-later' && consequence.outcome === 'not-sent') {
    return { ...consequence, event: { type: 'interrupted' }, outcome: 'interrupted' };
  }
  if (event.type !== 'lose-answer') return consequence;
  return { ...consequence, event: { ...event, reason: { code: 'interrupted' } }, outcome: 'interrupted' };
}
