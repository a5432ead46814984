import type { Clock } from '../../service/index.ts';
import { contentHashOf } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { AccountQueue } from '../progress/account-queue.ts';
import type { QueueEvents } from '../queue-events.ts';
import { doubt } from './settlement.ts';
import type { BeforeResend, Settling } from './settling.ts';

/** The age (ms) at which a search is repeated, because a record may have been listed since. */
const LOOK_HOLDS_MS = 5 * 60_000;
/** The delay before the next search if the service names none. */
const LOOK_AGAIN_MS = 15_000;
const SOONEST_LOOK_MS = 1_000;
/** The longest time (ms) that a submission waits for records that are out of reach. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** Simultaneous searches share one list, but each compares all of it. */
const LOOKED_FOR_AT_ONCE = 16;

/** Looks for a submission in the service's records before its body is sent a second time. */
export class SentBefore {
  readonly #clock: Clock;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #settling: Settling;
  /** `looked-for`: the result for each submission that was held. */
  readonly #events: QueueEvents;
  /** The last search of each submission, and the number of its attempts at that time. */
  readonly #looked = new Map<number, { readonly attempts: number; readonly at: number }>();
  /** Since when (by the steady clock) the records could not be read for a submission. */
  readonly #unreadSince = new Map<number, number>();
  /** Submissions that the user wants sent although they may be paid for twice, with the number of their attempts then. */
  readonly #byUser = new Map<number, number>();
  /** The number of lost attempts whose result is known from the records or from the user. */
  readonly #explained = new Map<number, number>();

  constructor(
    clock: Clock,
    cache: SubmissionCache,
    earlierSubmissions: EarlierSubmissions,
    settling: Settling,
    events: QueueEvents,
  ) {
    this.#clock = clock;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#settling = settling;
    this.#events = events;
  }

  /** Forgets earlier searches. `asked`: `by-user` if the user knows that the file may be paid for twice. */
  begin({ id, attempts }: StoredSubmission, asked: 'by-app' | 'by-user'): void {
    this.#looked.delete(id);
    this.#unreadSince.delete(id);
    this.#explained.delete(id);
    if (asked === 'by-user') this.#byUser.set(id, attempts);
  }

  /** True if the service may have a whole body of it, and no recent search has looked for it. */
  mayBeThere({ id, attempts, partSize }: StoredSubmission): boolean {
    // A file that is sent in parts was looked for before it was divided.
    if (attempts === 0 || partSize !== null) return false;
    const last = this.#looked.get(id);
    const holds = last?.attempts === attempts && this.#clock.monotonic() - last.at <= LOOK_HOLDS_MS;
    return !holds && this.#earlierSubmissions.sentAttempts(id).length > 0;
  }

  /** `looked-for`: it is held while it is looked for. `full`: it must wait, because many are looked for already. */
  clearanceOf(account: AccountQueue, submission: StoredSubmission): 'clear' | 'looked-for' | 'full' {
    if (account.lookedFor.has(submission.id)) return 'looked-for';
    if (!this.mayBeThere(submission)) return 'clear';
    if (account.lookedFor.size >= LOOKED_FOR_AT_ONCE) return 'full';
    void this.#lookFor(account, submission);
    return 'looked-for';
  }

  /**
   * Looks for a submission. Returns the milliseconds to the next search, or null if the submission is found, uncertain or
   * may be sent. Never rejects.
   */
  async look(submission: StoredSubmission): Promise<number | null> {
    const { id, attempts } = submission;
    const asked = this.#byUser.get(id) === attempts ? 'by-user' : 'by-app';
    let earlier: BeforeResend;
    let lost: number;
    try {
      earlier = await this.#settling.beforeResend(submission, asked);
      lost = this.#earlierSubmissions.lostAttempts(id);
    } catch {
      // The journal could not be read.
      return LOOK_AGAIN_MS;
    }
    if (earlier.kind === 'unread' && earlier.isTemporary) {
      const againMs = this.#afterUnread(id, earlier.retryAt);
      if (againMs !== null) return againMs;
    }
    if (earlier.kind !== 'unread') this.#unreadSince.delete(id);
    const isRead = contentHashOf(submission) !== null;
    if (asked === 'by-user' || (earlier.kind === 'clear' && isRead)) this.#explained.set(id, lost);
    // A refusal is enough without records. A lost answer is not: only the records or the user know its result.
    if (earlier.kind === 'unread' && lost > (this.#explained.get(id) ?? 0)) {
      const now = this.#cache.get(id);
      // If the user stopped it in the meantime it stays stopped, and is looked for when it is resumed.
      if (now !== null && isToBeSent(now.state)) await this.#doubt(now);
    }
    // Without a hash it could not be found.
    if (isRead) this.#looked.set(id, { attempts, at: this.#clock.monotonic() });
    return null;
  }

  async #doubt(submission: StoredSubmission): Promise<void> {
    const doubted = doubt(this.#cache, submission, { code: 'earlier-try-unknown' }, this.#clock.now());
    if (doubted === null) return;
    await this.#cache.save(doubted);
    this.#events.emit('doubted', doubted);
  }

  async #lookFor(account: AccountQueue, submission: StoredSubmission): Promise<void> {
    account.lookedFor.add(submission.id);
    const againMs = await this.look(submission);
    account.lookedFor.delete(submission.id);
    this.#events.emit('looked-for', submission.id, againMs);
  }

  /** Milliseconds to the next search; null if the records have been out of reach for too long. */
  #afterUnread(id: number, retryAt: number | null): number | null {
    const now = this.#clock.monotonic();
    const since = this.#unreadSince.get(id) ?? now;
    this.#unreadSince.set(id, since);
    if (now - since >= LONGEST_WAIT_MS) return null;
    return retryAt === null ? LOOK_AGAIN_MS : Math.max(SOONEST_LOOK_MS, retryAt - this.#clock.now());
  }
}
