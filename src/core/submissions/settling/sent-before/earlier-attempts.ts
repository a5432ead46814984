import type { Clock } from '../../../service/index.ts';
import { contentHashOf } from '../../journal/content-digests.ts';
import type { EarlierSubmissions } from '../../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import type { SubmissionCache } from '../../journal/submission-cache.ts';
import { isToBeSent } from '../../journal/transitions.ts';
import type { QueueEvents } from '../../queue-events.ts';
import type { BeforeResend } from '../search.ts';
import { doubt } from '../settlement.ts';
import type { Settling } from '../settling.ts';
import { LONGEST_WAIT_FOR_RECORDS_MS, LOOK_AGAIN_MS, NextLook } from './next-look.ts';

/** What was looked for so long ago may have come into the records since. */
const LOOK_HOLDS_MS = 5 * 60_000;

export type EarlierAttemptsParts = {
  readonly clock: Clock;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'sentAttempts' | 'lostAttempts'>;
  readonly cache: Pick<SubmissionCache, 'apply' | 'get'>;
  /** Writes a submission down. Never rejects. */
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  readonly events: Pick<QueueEvents, 'emit'>;
  /** Looks for a submission in the service's records before its body goes out again. */
  readonly settling: Pick<Settling, 'beforeResend'>;
};

/** Sees to it that the service's records are looked at before the body of a submission goes out a second time. */
export class EarlierAttempts {
  readonly #parts: EarlierAttemptsParts;
  /** When, by the steady clock, the records were looked through for a submission, and how many attempts it had then. */
  readonly #looked = new Map<number, { readonly attempts: number; readonly at: number }>();
  readonly #nextLook: NextLook<number>;
  /** What a person wants sent although it may be paid for twice, and how many attempts it had when they said so. */
  readonly #byPerson = new Map<number, number>();
  /** Of how many lost attempts the records, or a person, have said what became. */
  readonly #explained = new Map<number, number>();

  constructor(parts: EarlierAttemptsParts) {
    this.#parts = parts;
    this.#nextLook = new NextLook(parts.clock);
  }

  /** Nothing that was looked up before counts any more. `asked`: a person knows that it may be paid for twice. */
  begin({ id, attempts }: StoredSubmission, asked: 'by-app' | 'by-person'): void {
    this.#looked.delete(id);
    this.#nextLook.forget(id);
    this.#explained.delete(id);
    if (asked === 'by-person') this.#byPerson.set(id, attempts);
  }

  /** A whole body of it went out before, and nobody has looked since whether the service has it. */
  mayBeThere({ id, attempts, partSize }: StoredSubmission): boolean {
    // A row in parts was looked for before it was divided.
    if (attempts === 0 || partSize !== null) return false;
    const last = this.#looked.get(id);
    const holds = last?.attempts === attempts && this.#parts.clock.monotonic() - last.at <= LOOK_HOLDS_MS;
    return !holds && this.#parts.earlierSubmissions.sentAttempts(id).length > 0;
  }

  /**
   * Looks for a submission. Milliseconds after which to look again, or null when there is no more to be learnt: it is found or
   * uncertain then, or may go. Never rejects.
   */
  async look(submission: StoredSubmission): Promise<number | null> {
    const { clock, earlierSubmissions, settling } = this.#parts;
    const asked = this.#byPerson.get(submission.id) === submission.attempts ? 'by-person' : 'by-app';
    let earlier: BeforeResend;
    let lost: number;
    try {
      earlier = await settling.beforeResend(submission, asked);
      lost = earlierSubmissions.lostAttempts(submission.id).length;
    } catch {
      // The journal could not be read.
      return LOOK_AGAIN_MS;
    }
    if (earlier.kind === 'unread' && earlier.isTemporary) {
      // Where they stay out of reach, an explicit refusal has to be enough.
      const againMs = this.#nextLook.afterUnread(submission.id, earlier.retryAt, LONGEST_WAIT_FOR_RECORDS_MS);
      if (againMs !== null) return againMs;
    }
    if (earlier.kind !== 'unread') this.#nextLook.forget(submission.id);
    const isRead = contentHashOf(submission) !== null;
    const isLookedFor = earlier.kind === 'clear' && isRead;
    if (asked === 'by-person' || isLookedFor) this.#explained.set(submission.id, lost);
    if (earlier.kind === 'unread' && lost > (this.#explained.get(submission.id) ?? 0)) await this.#doubt(submission.id);
    // Of bytes that are not known yet nothing was looked for.
    if (isRead) this.#looked.set(submission.id, { attempts: submission.attempts, at: clock.monotonic() });
    return null;
  }

  /** Nobody saw how an attempt ended, so there was no refusal that could be enough: only the records or a person tell. */
  async #doubt(id: number): Promise<void> {
    const submission = this.#parts.cache.get(id);
    // One that a person has stopped while the records were asked for stays stopped: no record speaks for it, and it is
    // looked for again before it goes out.
    if (submission === null || !isToBeSent(submission.state)) return;
    await doubt(this.#parts, submission, { code: 'earlier-try-unknown' });
  }
}
