import type { Clock } from '../../../service/index.ts';
import { Alarm } from '../../alarm.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import type { SubmissionCache } from '../../journal/submission-cache.ts';
import type { Publisher } from '../../progress/publisher.ts';
import type { AccountQueue } from '../../queue/account-queue.ts';
import type { QueueEvents } from '../../queue-events.ts';
import { EarlierAttempts, type EarlierAttemptsParts } from './earlier-attempts.ts';
import { SinceCopy, type SinceCopyParts } from './since-copy.ts';

type SentBeforeParts = EarlierAttemptsParts &
  SinceCopyParts & {
    readonly clock: Clock;
    readonly cache: Pick<SubmissionCache, 'get'>;
    readonly publisher: Pick<Publisher, 'moved'>;
    /** `looked-for` and `records-read`: what came of it for each file that was held. */
    readonly events: QueueEvents;
  };

/** They share one reading of the list, and each costs a comparison with all of it. */
const LOOKED_FOR_AT_ONCE = 16;

/**
 * Whether a file may go out. Held is what may have been sent before: `looked-for`, since one of its own attempts may have
 * gone through; `awaits-records`, since its account's data came from a copy, which does not know what was sent after it was
 * made. `full`: so many are looked for that this one has to wait where it is.
 */
export type Clearance = 'clear' | 'looked-for' | 'awaits-records' | 'full';

/** No file goes out that may have been accepted before: here it is looked for in the service's records first. */
export class SentBefore {
  readonly #parts: SentBeforeParts;
  readonly #earlier: EarlierAttempts;
  readonly #sinceCopy: SinceCopy;
  readonly #alarm: Alarm;
  /** Accounts whose records are being read since their data came from a copy; and when they are to be read again. */
  readonly #reading = new Set<string>();
  readonly #readAgainAt = new Map<string, number>();

  constructor(parts: SentBeforeParts) {
    this.#parts = parts;
    this.#earlier = new EarlierAttempts(parts);
    this.#sinceCopy = new SinceCopy(parts);
    this.#alarm = new Alarm(parts.clock, () => parts.events.emit('unblocked'));
  }

  /** Nothing that was looked up before counts any more. `asked`: a person knows that it may be paid for twice. */
  begin(submission: StoredSubmission, asked: 'by-app' | 'by-person'): void {
    this.#earlier.begin(submission, asked);
  }

  /** A whole body of it went out before, and nobody has looked since whether the service has it. */
  mayBeThere(submission: StoredSubmission): boolean {
    return this.#earlier.mayBeThere(submission);
  }

  clearanceOf(account: AccountQueue, submission: StoredSubmission): Clearance {
    const { id } = submission;
    if (this.#sinceCopy.isUnread(account.accountId)) {
      account.awaitingRecords.add(id);
      return 'awaits-records';
    }
    if (account.lookedFor.has(id)) return 'looked-for';
    if (!this.#earlier.mayBeThere(submission)) return 'clear';
    if (account.lookedFor.size >= LOOKED_FOR_AT_ONCE) return 'full';
    void this.#lookFor(account, submission);
    return 'looked-for';
  }

  /** Reads an account's records once it is time to, and lets go what waited for them. */
  attend(account: AccountQueue): void {
    const { accountId, awaitingRecords } = account;
    if (awaitingRecords.size === 0 || this.#reading.has(accountId)) return;
    const ms = (this.#readAgainAt.get(accountId) ?? Number.NEGATIVE_INFINITY) - this.#parts.clock.monotonic();
    if (!this.#sinceCopy.isUnread(accountId)) this.#letGo(account, 'clear');
    else if (ms > 0) this.#alarm.within(ms);
    else void this.#readRecords(account);
  }

  /** A person wants the account's files sent although the records do not tell; or the account is taken away. */
  release(accountId: string): Promise<void> {
    return this.#sinceCopy.release(accountId);
  }

  close(): void {
    this.#alarm.close();
  }

  async #lookFor(account: AccountQueue, submission: StoredSubmission): Promise<void> {
    account.lookedFor.add(submission.id);
    const againMs = await this.#earlier.look(submission);
    account.lookedFor.delete(submission.id);
    this.#parts.events.emit('looked-for', submission.id, againMs);
  }

  async #readRecords(account: AccountQueue): Promise<void> {
    const { clock, events, publisher } = this.#parts;
    const { accountId } = account;
    this.#reading.add(accountId);
    const look = await this.#sinceCopy.look(accountId);
    this.#reading.delete(accountId);
    this.#readAgainAt.set(accountId, clock.monotonic() + look.ms);
    account.recordsLateUntil = this.#sinceCopy.lateUntil(accountId);
    publisher.moved(accountId);
    if (look.verdict !== 'again') this.#letGo(account, look.verdict);
    events.emit('unblocked');
  }

  #letGo(account: AccountQueue, verdict: 'clear' | 'ask'): void {
    const ids = [...account.awaitingRecords];
    account.awaitingRecords.clear();
    for (const id of ids) this.#parts.events.emit('records-read', id, verdict);
  }
}
