import type { PauseReason } from '../../../shared/submissions/submission-state.ts';
import { after, type Clock, type Deadline, msLeft } from '../../service/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import { Alarm } from '../alarm.ts';
import type { Claims } from '../claims.ts';
import type { Costs } from '../cost/costs.ts';
import type { Charge } from '../cost/estimates.ts';
import type { QueueSettingsStore } from '../cost/queue-settings.ts';
import type { RestoredAccounts } from '../journal/restored.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { Parts } from '../parts/parts.ts';
import type { AccountQueue, AccountQueues } from '../progress/account-queue.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { Attempts } from '../sending/attempts.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import type { Settling } from '../settling/settling.ts';
import type { Duplicates } from './duplicates.ts';
import type { Preparing } from './preparing.ts';

/** Submissions decided in one turn, so that ten thousand of them do not block the event loop. */
const DECIDED_AT_ONCE = 500;
const PREPARE_AHEAD = 64;
/** Files read in a group. Waking the reading thread costs more than reading a small file. */
const PREPARED_TOGETHER = 16;
/** The longest wait for an instant of an earlier run, whose clock may have been wrong. */
const LONGEST_KEPT_WAIT_MS = 3_600_000;

/** Moves submissions from waiting to their receipt: decides what is prepared and sent, and when. */
export class Queue {
  readonly #clock: Clock;
  readonly #accounts: SendingAccounts;
  readonly #claims: Claims;
  readonly #retriedWrites: RetriedWrites;
  readonly #cache: SubmissionCache;
  readonly #restored: RestoredAccounts;
  readonly #settings: QueueSettingsStore;
  readonly #costs: Costs;
  readonly #queues: AccountQueues;
  readonly #parts: Parts;
  readonly #settling: Settling;
  readonly #attempts: Attempts;
  readonly #duplicates: Duplicates;
  readonly #preparing: Preparing;
  readonly #alarm: Alarm;
  #isAwake = false;
  #startsNothing = false;
  #closed = false;

  constructor(
    clock: Clock,
    accounts: SendingAccounts,
    claims: Claims,
    retriedWrites: RetriedWrites,
    cache: SubmissionCache,
    restored: RestoredAccounts,
    settings: QueueSettingsStore,
    costs: Costs,
    queues: AccountQueues,
    parts: Parts,
    settling: Settling,
    attempts: Attempts,
    duplicates: Duplicates,
    preparing: Preparing,
    events: QueueEvents,
  ) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#claims = claims;
    this.#retriedWrites = retriedWrites;
    this.#cache = cache;
    this.#restored = restored;
    this.#settings = settings;
    this.#costs = costs;
    this.#queues = queues;
    this.#parts = parts;
    this.#settling = settling;
    this.#attempts = attempts;
    this.#duplicates = duplicates;
    this.#preparing = preparing;
    this.#alarm = new Alarm(clock, () => this.wake());
    events.on('unblocked', () => this.wake());
    events.on('part-made', (part) => void this.enqueue(part));
    events.on('row-goes-on', (row) => void this.enqueue(row));
    events.on('looked-for', (id, againMs) => this.#wasLookedFor(id, againMs));
  }

  /** Starts nothing more until the app ends. What is being sent goes on. */
  stopStarting(): void {
    this.#startsNothing = true;
  }

  /** Looks for work in the next turn of the event loop. Frequent calls cost nothing. */
  wake(): void {
    if (this.#isAwake || this.#startsNothing || this.#closed) return;
    this.#isAwake = true;
    setImmediate(() => {
      this.#isAwake = false;
      if (this.#startsNothing || this.#closed) return;
      for (const account of this.#queues.all()) {
        this.#sendDue(account);
        this.#prepareAhead(account);
      }
    });
  }

  /** Releases all that waits because a server was unreachable. Call when the network may be back. */
  reconnect(): void {
    for (const { accountId, later, toSend } of this.#queues.all()) {
      const limiter = this.#accounts.rateLimiter(accountId);
      if (limiter.held()?.reason === 'unreachable') limiter.release();
      for (const id of [...later.keys()]) {
        const submission = this.#cache.get(id);
        if (submission?.state.kind !== 'retrying' || submission.state.reason.code !== 'unreachable') continue;
        later.delete(id);
        toSend.add(submission);
      }
    }
    this.wake();
  }

  /**
   * Queues a submission that waits for its turn. If it repeats an earlier submission, the user is asked instead.
   * `asked`: see `Settling.beginResend`.
   */
  async enqueue({ id }: StoredSubmission, asked: 'by-app' | 'by-records' | 'by-user' = 'by-app'): Promise<void> {
    // Uses the current state, because the user may have decided since.
    const submission = this.#closed ? null : this.#cache.get(id);
    if (submission === null || !isToBeSent(submission.state)) return;
    this.#settling.beginResend(submission, asked);
    this.#queues.of(submission.accountId).later.delete(id);
    if (submission.wish !== null) return this.#stopAsWished(submission, submission.wish);
    const admitted = submission.state.kind === 'waiting' ? await this.#preparing.admit(submission) : submission;
    if (admitted !== null) this.#place(admitted);
    this.wake();
  }

  /** Moves a waiting submission after its `turn` has changed. */
  reorder(submission: StoredSubmission): void {
    const { toPrepare, toSend } = this.#queues.of(submission.accountId);
    for (const list of [toPrepare, toSend]) if (list.has(submission.id)) list.add(submission);
  }

  /**
   * Stops all work on a submission. A pause lets a running upload finish, and a complete upload gets a little time for
   * its answer. If another attempt would follow, the submission's wish prevents it.
   */
  interrupt({ id, accountId }: StoredSubmission, then: 'cancel' | 'pause'): void {
    const account = this.#queues.of(accountId);
    for (const each of [id, ...this.#cache.partsOf(id).map((part) => part.id)]) {
      account.preparing.get(each)?.abort();
      const attempt = account.sending.get(each);
      if (attempt !== undefined) this.#attempts.stop(each, attempt, then);
    }
  }

  close(): void {
    this.#closed = true;
    this.#alarm.close();
    for (const { preparing } of this.#queues.all()) for (const abort of preparing.values()) abort.abort();
  }

  /** Reads files some ahead of sending, and parts of large files if there is memory for them. */
  #prepareAhead(account: AccountQueue): void {
    const ahead = (): number => account.preparing.size + account.toSend.size;
    const most = ahead() > PREPARE_AHEAD - PREPARED_TOGETHER ? 0 : PREPARE_AHEAD;
    for (let id = account.toPrepare.first(); id !== null; id = account.toPrepare.first()) {
      const submission = this.#due(id);
      if (submission === null) {
        account.toPrepare.remove(id);
        continue;
      }
      if (ahead() >= most && !this.#goesFirst(account, submission)) return;
      const slice = submission.partOf === null ? null : (submission.size ?? 0);
      if (slice !== null && !account.mayReadSlice(slice)) return;
      account.toPrepare.remove(id);
      if (slice !== null) account.slicesAhead.set(id, slice);
      void this.#prepare(account, submission);
    }
  }

  /** True if the user moved this file before all ready ones, so that it does not wait for them. */
  #goesFirst({ preparing, toSend }: AccountQueue, { turn }: StoredSubmission): boolean {
    const next = toSend.first();
    const nextTurn = next === null ? undefined : this.#cache.get(next)?.turn;
    return nextTurn !== undefined && turn < nextTurn && preparing.size < PREPARED_TOGETHER;
  }

  async #prepare(account: AccountQueue, submission: StoredSubmission): Promise<void> {
    const ready = await this.#preparing.prepare(account, submission);
    if (ready !== null) account.toSend.add(ready);
    else account.slicesAhead.delete(submission.id);
    this.wake();
  }

  #sendDue(account: AccountQueue): void {
    this.#promote(account);
    for (let decided = 0; decided < DECIDED_AT_ONCE; decided += 1) {
      const id = account.toSend.first();
      if (id === null) return;
      const submission = this.#due(id);
      if (submission === null) this.#drop(account, id);
      else if (!this.#advance(account, submission)) return;
    }
    this.wake();
  }

  /** Returns a submission that is still to be sent. Null if it is gone, or stopped alone or with its row. */
  #due(id: number): StoredSubmission | null {
    const submission = this.#cache.get(id);
    return submission !== null && isToBeSent(submission.state) && this.#parts.mayGo(submission) ? submission : null;
  }

  #drop(account: AccountQueue, id: number): void {
    account.toSend.remove(id);
    account.slicesAhead.delete(id);
  }

  /**
   * Decides about the next submission with all checks before a body is sent. Returns false if it and all behind it
   * wait.
   */
  #advance(account: AccountQueue, submission: StoredSubmission): boolean {
    const { id, partOf } = submission;
    // The part was made smaller after it was read, or the file is now sent whole.
    if (submission.blake2b256 === null) {
      this.#drop(account, id);
      account.toPrepare.add(submission);
      return true;
    }
    const heldMs = this.#accounts.rateLimiter(account.accountId).msHeld();
    if (heldMs > 0) this.#alarm.within(heldMs);
    if (heldMs > 0 || !this.#hasFreeSlot(account, submission)) return false;
    // A running upload must not get a second one beside it.
    if (account.sending.has(id)) return this.#wait(account, id);
    const clearance = this.#settling.clearanceOf(account, submission);
    if (clearance === 'full') return false;
    this.#drop(account, id);
    // The result of the search queues it again.
    if (clearance === 'looked-for') return true;
    const mayBeThere = (other: StoredSubmission): boolean => this.#settling.mayBeThere(other);
    if (partOf === null) {
      const of = this.#duplicates.findAtSending(submission, mayBeThere);
      if (of !== null) return this.#ask(submission, { kind: 'duplicate', of });
    } else {
      const same = this.#duplicates.sameBytes(submission, mayBeThere);
      if (same?.kind === 'same-under-way') return this.#wait(account, id);
      if (same?.kind === 'is-there') void this.#parts.take(submission, same.submissionId);
      if (same?.kind === 'same-unknown') this.#parts.stopForSame(submission, same.of);
      if (same !== null) return true;
    }
    if (this.#restored.has(account.accountId)) return this.#ask(submission, { kind: 'since-copy' });
    // The number of parts may have grown while they are sent.
    const row = partOf === null ? submission : this.#cache.get(partOf.row);
    if (row !== null && this.#costs.asksToDivide(row)) return this.#ask(submission, { kind: 'unapproved' });
    const verdict = this.#costs.verdict(submission);
    if (verdict.kind === 'ask') return this.#ask(submission, { kind: 'beyond-spending-limit' });
    if (!this.#claims.has(row ?? submission)) {
      void this.#claim(submission, row ?? submission);
      return true;
    }
    if (this.#parts.goesInParts(submission)) void this.#parts.begin(submission);
    else void this.#send(account, submission, verdict.charge);
    return true;
  }

  /** True if another submission may start now. The end of a problem, such as a full disk, wakes the queue. */
  #hasFreeSlot(account: AccountQueue, { size, parts }: StoredSubmission): boolean {
    const { accountId } = account;
    if (this.#retriedWrites.hasProblem || this.#accounts.destination(accountId) === null) return false;
    if (this.#claims.availability(accountId) !== 'ready') return false;
    const bytes = parts?.partSize ?? size ?? 0;
    return account.mayBegin(
      bytes,
      this.#settings.of(accountId).atOnce,
      this.#accounts.rateLimiter(accountId).freeSlots(),
    );
  }

  #wait(account: AccountQueue, id: number): true {
    this.#drop(account, id);
    this.#postpone(account, id, after(this.#clock, 1_000));
    return true;
  }

  #ask(submission: StoredSubmission, why: PauseReason): true {
    void this.#hold(submission, why);
    return true;
  }

  /** Moves submissions whose wait has ended to those to send. */
  #promote(account: AccountQueue): void {
    for (const [id, deadline] of account.later) {
      const ms = msLeft(this.#clock, deadline);
      if (ms > 0) {
        this.#alarm.within(ms);
        continue;
      }
      account.later.delete(id);
      const submission = this.#cache.get(id);
      if (submission?.state.kind === 'retrying') account.toSend.add(submission);
      if (submission?.state.kind === 'waiting') this.#place(submission);
    }
  }

  async #send(account: AccountQueue, submission: StoredSubmission, charge: Charge | null): Promise<void> {
    const ended = await this.#attempts.send(account, submission, charge);
    const now = ended === null ? null : this.#cache.get(ended.id);
    if (now !== null && isToBeSent(now.state)) {
      // The user's wish came while an attempt started that could not be written.
      if (now.wish !== null) void this.#stopAsWished(now, now.wish);
      else this.#place(now);
    }
    this.wake();
  }

  /**
   * Claims the bytes of a file in the team before it or one of its parts (`id`) is sent. It is queued again unless
   * another desk has claimed them.
   */
  async #claim({ id }: StoredSubmission, { name, ...bytes }: StoredSubmission): Promise<void> {
    const answer = await this.#claims.claim(bytes);
    const submission = this.#cache.get(id);
    if (submission !== null && isToBeSent(submission.state)) {
      if (submission.wish !== null) void this.#stopAsWished(submission, submission.wish);
      else if (answer.kind !== 'elsewhere') this.#place(submission);
      else {
        const { desk, at, submissionId } = answer;
        void this.#hold(submission, { kind: 'duplicate', of: { localId: 0, name, submissionId, at, desk } });
      }
    }
    this.wake();
  }

  #wasLookedFor(id: number, againMs: number | null): void {
    const submission = this.#cache.get(id);
    // If it was found, is in doubt or was stopped meanwhile, its state is already stored.
    if (submission !== null && isToBeSent(submission.state)) {
      if (againMs === null) this.#place(submission);
      else this.#postpone(this.#queues.of(submission.accountId), id, after(this.#clock, againMs));
    }
    this.wake();
  }

  /** Holds a submission for a question. For a part, holds its row. */
  async #hold({ id, partOf }: StoredSubmission, why: PauseReason): Promise<void> {
    await this.#cache.save(this.#cache.apply(partOf?.row ?? id, { type: 'pause', why }));
  }

  async #stopAsWished(submission: StoredSubmission, wish: 'cancel' | 'pause'): Promise<void> {
    const event = wish === 'cancel' ? { type: wish } : ({ type: wish, why: { kind: 'by-user' } } as const);
    await this.#cache.save(this.#cache.apply(submission.id, event, { wish: null }));
  }

  /** Puts a submission where it waits: to be prepared, to be sent, or until its time comes. */
  #place(submission: StoredSubmission): void {
    const account = this.#queues.of(submission.accountId);
    if (submission.state.kind === 'retrying') {
      const wait = Math.max(0, Date.parse(submission.state.until) - this.#clock.now());
      const ms = Math.max(
        Math.min(wait, LONGEST_KEPT_WAIT_MS),
        this.#accounts.rateLimiter(submission.accountId).msHeld(),
      );
      this.#postpone(account, submission.id, after(this.#clock, ms));
    } else (submission.blake2b256 === null ? account.toPrepare : account.toSend).add(submission);
  }

  #postpone(account: AccountQueue, id: number, deadline: Deadline): void {
    account.later.set(id, deadline);
    // No other event may wake the queue.
    this.#alarm.within(msLeft(this.#clock, deadline));
  }
}
