import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { FileThreads } from '../../files/index.ts';
import {
  type Connection,
  type SubmitOutcome,
  standardLimits,
  submitRawData,
  UPLOAD_PIECE_BYTES,
  type UploadFile,
  type WireLimits,
} from '../../service/index.ts';
import { type RetriedWrites, storageFailureKind } from '../../storage/index.ts';
import type { Clock } from '../clock.ts';
import type { ContentsAtHand } from '../intake/contents-at-hand.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Journal } from '../journal/journal.ts';
import { noDigests, type StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Batch } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { AccountQueue, AttemptUnderWay } from '../queue/account-queue.ts';
import { idOfOtherBytes, interruptedWhileSending, notJournalled, unreadableFile } from '../sentences.ts';
import type { BeforeResend } from '../settling/search.ts';
import { type Consequence, consequenceOf } from './consequence.ts';
import type { Pacing } from './pacing.ts';

export type Destination = { readonly connection: Connection; readonly submitBy: SubmitBy };

export type AttemptsParts = {
  readonly files: FileThreads;
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly contents: ContentsAtHand;
  readonly journal: Journal;
  readonly retriedWrites: RetriedWrites;
  readonly batchOf: (accountId: string) => Batch;
  readonly publisher: Publisher;
  readonly pacing: Pacing;
  /** How to reach an account now; null while it cannot be reached (its practice service is still starting). */
  readonly destination: (accountId: string) => Destination | null;
  /** The account's credential was not there or not accepted: `destination` is null from here on, until it is replaced. */
  readonly onTrouble: (accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection) => void;
  /** A try has ended, and what became of it is on disk. */
  readonly onEnded: (submission: StoredSubmission) => void;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'isOfOtherBytes'>;
  /** Looks for a submission in the service's records before its body goes out again. */
  readonly beforeResend: (submission: StoredSubmission, asked?: 'by-app' | 'by-person') => Promise<BeforeResend>;
  /** How long the service may be silent; the client's own limits unless said. */
  readonly limits?: WireLimits;
};

const cancelled: SubmitOutcome = { kind: 'not-sent', error: { code: 'cancelled', message: 'Cancelled.' } };

/** Sends submissions, one try each, and journals around each try. */
export function createAttempts(parts: AttemptsParts) {
  const { cache, journal, retriedWrites, publisher, pacing, clock } = parts;
  const instant = (): string => new Date(clock.now()).toISOString();
  let closed = false;

  async function upload(
    submission: StoredSubmission,
    file: Omit<UploadFile, 'atHand'>,
    to: Destination,
    attempt: AttemptUnderWay,
  ) {
    if (attempt.abort.signal.aborted) return cancelled;
    const batch = parts.batchOf(submission.accountId);
    const hooks = {
      signal: attempt.abort.signal,
      onProgress: (done: number) => {
        batch.sent({ id: submission.id, done, total: file.size });
        publisher.moved(submission.accountId);
      },
      beforeLastBytes: async () => {
        if (file.size > UPLOAD_PIECE_BYTES) await journal.markWholeBodyMayBeOut(submission.id, submission.attempts);
        attempt.whole = true;
      },
      mayGoAgain: async () => {
        // Where nothing can be learnt because of a fault of our own, it may have been taken.
        const stopped = Promise.withResolvers<'uncertain'>();
        attempt.abort.signal.addEventListener('abort', () => stopped.resolve('uncertain'));
        const found = parts.beforeResend(submission).then(
          (earlier) => earlier.kind,
          () => 'uncertain' as const,
        );
        const kind = await Promise.race([found, stopped.promise]);
        // What a person has stopped meanwhile goes no further.
        if ((cache.get(submission.id)?.wish ?? null) !== null) attempt.abort.abort();
        if (kind === 'settled' || kind === 'uncertain') return false;
        // The next body begins at its first byte: until its last, it can be stopped.
        attempt.whole = false;
        return true;
      },
    };
    const atHand = parts.contents.take(submission.id);
    const content = atHand?.bytes.length === file.size ? { atHand } : {};
    return submitRawData(to.connection, { ...file, ...content }, to.submitBy, hooks, parts.limits);
  }

  /**
   * An id that other bytes have already is no receipt for these: two files would share one slip, and one of them have none.
   * For the same bytes a service may give the same id again.
   */
  function asReceiptOf(submission: StoredSubmission, outcome: SubmitOutcome): SubmitOutcome {
    if (outcome.kind !== 'accepted') return outcome;
    const { submissionId } = outcome;
    const isAnothers =
      cache.isOfOtherBytes(submission, submissionId) ||
      parts.earlierSubmissions.isOfOtherBytes(submission, submissionId);
    return isAnothers ? { kind: 'unknown', error: idOfOtherBytes(submissionId) } : outcome;
  }

  /** The threads that read files end with the process, which tells nothing of the file. */
  function atTheEnd(outcome: SubmitOutcome): SubmitOutcome {
    if (!closed || outcome.kind !== 'file-unreadable') return outcome;
    return { ...outcome, kind: 'not-sent', error: { code: 'cancelled', message: 'Dropslip ended.' } };
  }

  /** The attempt could not be journalled, so nothing was sent and nothing is known of it. */
  async function notBegun(begun: StoredSubmission, error: unknown): Promise<StoredSubmission | null> {
    const attempts = { attempts: begun.attempts - 1 };
    if (storageFailureKind(error) === 'other') {
      const refused = cache.apply(begun.id, { type: 'refuse', reason: notJournalled(String(error)) }, attempts);
      if (refused !== null) publisher.changed(refused);
      return refused;
    }
    const back = cache.apply(begun.id, { type: 'interrupted' }, attempts);
    // Held until the disk takes it; the queue sends nothing meanwhile.
    if (back !== null) void retriedWrites.write(() => journal.update(cache.get(back.id) ?? back));
    return back;
  }

  /** What a person wants of the file instead of another try. */
  function wished(id: number, consequence: Consequence): Consequence {
    const wish = cache.get(id)?.wish ?? null;
    if (wish === null || !['retry-later', 'interrupted'].includes(consequence.event.type)) return consequence;
    return { ...consequence, event: { type: wish === 'pause' ? 'send-paused' : 'send-cancelled' } };
  }

  async function conclude(id: number, number: number, consequence: Consequence): Promise<StoredSubmission | null> {
    const { event, outcome, detail, prepareAgain } = consequence;
    const isStopped = event.type === 'send-cancelled' || event.type === 'send-paused';
    const ended = cache.apply(id, event, {
      ...(prepareAgain === true ? noDigests : {}),
      ...(isStopped ? { wish: null } : {}),
    });
    const end = { endedAt: instant(), outcome, detail };
    if (ended === null) {
      // Found in the service's records meanwhile: its state stands, only the attempt is over.
      await retriedWrites.write(async () => {
        const found = cache.get(id);
        if (found !== null) await journal.endAttempt(found, number, end);
      });
      return null;
    }
    const batch = parts.batchOf(ended.accountId);
    batch.stopped(id);
    if (outcome !== 'accepted' && outcome !== 'unknown') batch.charge(id, null);
    // A receipt that can't be written now must not be lost: it is kept in memory until the disk takes it.
    await retriedWrites.write(() => journal.endAttempt(cache.get(id) ?? ended, number, end));
    const current = cache.get(id);
    if (current === null) return null;
    publisher.changed(current);
    parts.onEnded(current);
    return current;
  }

  return {
    /**
     * Sends a submission once. Answers with the submission as it is afterwards (`waiting` or `retrying`: to be sent again), or null
     * when it is gone. `cost`: what it will probably cost, null while nobody knows. `onRoom`: another may be sent.
     */
    async send(
      account: AccountQueue,
      submission: StoredSubmission,
      cost: bigint | null,
      onRoom: () => void,
    ): Promise<StoredSubmission | null> {
      const to = parts.destination(submission.accountId);
      if (to === null) return submission;
      const { path, size, mtimeNs, sha256 } = submission;
      const number = submission.attempts + 1;
      const begun = cache.apply(submission.id, { type: 'send', attempt: number }, { attempts: number });
      if (begun === null) return null;
      if (size === null || mtimeNs === null) {
        const refused = cache.apply(submission.id, {
          type: 'refuse',
          reason: unreadableFile('UNKNOWN', 'Never read.'),
        });
        if (refused !== null) publisher.changed(refused);
        return refused;
      }
      if (sha256 === null) {
        // Of an earlier version, which did not take it: without it nothing could be vouched for.
        return cache.apply(submission.id, { type: 'interrupted' }, { ...noDigests, attempts: submission.attempts });
      }
      const attempt: AttemptUnderWay = { abort: new AbortController(), size, whole: false, givenUpSoon: null };
      account.sending.set(submission.id, attempt);
      account.bytesUnderWay += size;
      const release = (): void => {
        clearTimeout(attempt.givenUpSoon ?? undefined);
        account.sending.delete(submission.id);
        account.bytesUnderWay -= size;
        onRoom();
      };
      parts.batchOf(submission.accountId).charge(submission.id, cost);
      try {
        await journal.beginAttempt(begun, {
          number,
          startedAt: instant(),
          wholeBodyMayBeOut: size <= UPLOAD_PIECE_BYTES,
          token: to.submitBy.variant === 'access-token' ? to.submitBy.token : null,
        });
      } catch (error) {
        release();
        return notBegun(begun, error);
      }
      publisher.changed(begun);
      const file = { path, size, mtimeNs: BigInt(mtimeNs), sha256, files: parts.files };
      const outcome = atTheEnd(asReceiptOf(begun, await upload(begun, file, to, attempt)));
      release();
      const consequence = consequenceOf(outcome, instant(), (trouble) => pacing.hold(submission.accountId, trouble));
      if (outcome.kind === 'accepted') pacing.accepted(submission.accountId, outcome.rate ?? null);
      if (consequence.credential !== undefined) {
        parts.onTrouble(submission.accountId, consequence.credential, to.connection);
      }
      return conclude(submission.id, number, wished(submission.id, closed ? cutOff(consequence) : consequence));
    },

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
      attempt.givenUpSoon ??= setTimeout(() => {
        attempt.givenUpSoon = null;
        const now = cache.get(id);
        // Unless it was taken back.
        if (!closed && (now === null || now.wish !== null)) attempt.abort.abort();
      }, parts.limits?.stoppedAnswerMs ?? standardLimits.stoppedAnswerMs).unref();
    },

    /** The process ends: what its end cuts off is told from what the service or the network did. */
    close(): void {
      closed = true;
    },
  };
}

/** The end of the process, told as it is told after a kill. */
function cutOff(consequence: Consequence): Consequence {
  const { event } = consequence;
  if (event.type === 'retry-later' && consequence.outcome === 'not-sent') {
    return { ...consequence, event: { type: 'interrupted' }, outcome: 'interrupted' };
  }
  if (event.type !== 'lose-answer') return consequence;
  return { ...consequence, event: { ...event, reason: interruptedWhileSending }, outcome: 'interrupted' };
}
