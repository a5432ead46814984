import type { QueueSettings } from '../../../shared/bridge/submissions.ts';
import type { PauseReason } from '../../../shared/submission-state.ts';
import { Alarm, after, type Clock, msLeft } from '../clock.ts';
import type { SpendingLimit } from '../cost/spending-limit.ts';
import { createPreparing, type PreparingParts } from '../intake/preparing.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { isToBeSent } from '../journal/transitions.ts';
import { type AttemptsParts, createAttempts } from '../sending/attempts.ts';
import { EarlierAttempts, type EarlierAttemptsParts } from '../settling/sent-before/earlier-attempts.ts';
import { createRecordsFirst, type RecordsFirstParts } from '../settling/sent-before/records-first.ts';
import { type AccountQueue, createAccountQueue, mayBegin } from './account-queue.ts';
import { createShowAwaits } from './awaiting.ts';

export type QueueParts = PreparingParts &
  Omit<AttemptsParts, 'begun'> &
  EarlierAttemptsParts &
  Pick<RecordsFirstParts, 'sinceCopy'> & {
    readonly clock: Clock;
    readonly spendingLimit: SpendingLimit;
    readonly settings: (accountId: string) => QueueSettings;
  };

const PREPARE_AHEAD = 64;
/** Asked for together: waking the thread that reads costs more than reading a small file. */
const PREPARED_TOGETHER = 16;
/** Decisions in one go, so that ten thousand of them do not hold up everything else. */
const DECISIONS_AT_ONCE = 500;
/** An instant from an earlier run may stem from a clock that was wrong: longer than this nobody waits for it. */
const LONGEST_KEPT_WAIT_MS = 3_600_000;

/** They share one reading of the list, and each costs a comparison with all of it. */
const LOOKED_FOR_AT_ONCE = 16;

export type Queue = ReturnType<typeof createQueue>;

/** Moves submissions from waiting to their receipt: decides what is prepared and sent when. */
export function createQueue(parts: QueueParts) {
  const { cache, pacing, clock, retriedWrites, spendingLimit } = parts;
  const accounts = new Map<string, AccountQueue>();
  const alarm = new Alarm(clock, wake);
  const show = createShowAwaits(cache, parts.publisher);
  const preparing = createPreparing(parts);
  const attempts = createAttempts(parts);
  const earlier = new EarlierAttempts(parts);
  const recordsFirst = createRecordsFirst({
    ...parts,
    within: (ms) => alarm.within(ms),
    onRead: (account, submission) => place(account, submission),
    onUnread: (submission) => {
      if (!closed) void hold(submission, { kind: 'since-copy' });
    },
    wake,
  });
  let pumping = false;
  let closed = false;

  function queueOf(accountId: string): AccountQueue {
    const known = accounts.get(accountId);
    if (known !== undefined) return known;
    const made = createAccountQueue(accountId);
    accounts.set(accountId, made);
    return made;
  }

  /** Looks for work as soon as the event loop comes round; calling it often costs nothing. */
  function wake(): void {
    if (pumping || closed) return;
    pumping = true;
    setImmediate(() => {
      pumping = false;
      if (closed) return;
      for (const account of accounts.values()) {
        sendDue(account);
        prepareNext(account);
      }
    });
  }

  function sendDue(account: AccountQueue): void {
    promote(account);
    recordsFirst.attend(account);
    account.learning = false;
    for (let decisions = 0; ; decisions += 1) {
      const id = account.toSend.first();
      if (id === null) return;
      if (decisions === DECISIONS_AT_ONCE) {
        wake();
        return;
      }
      const submission = cache.get(id);
      if (submission === null || (submission.state.kind !== 'waiting' && submission.state.kind !== 'retrying')) {
        account.toSend.remove(id);
        continue;
      }
      if (!hasRoom(account, submission)) return;
      if (recordsFirst.holds(account, submission)) continue;
      if (account.looking.has(id) || account.sending.has(id)) {
        // Its look places it again; an upload that is not over yet must not get a second one beside it.
        account.toSend.remove(id);
        if (account.sending.has(id)) account.later.set(id, after(clock, 1_000));
        continue;
      }
      if (earlier.mayBeThere(submission)) {
        // Its look ends, and wakes the queue.
        if (account.looking.size >= LOOKED_FOR_AT_ONCE) return;
        account.toSend.remove(id);
        void lookForEarlier(account, submission);
        continue;
      }
      const of = parts.duplicates.findAtSending(submission, (other) => earlier.mayBeThere(other));
      if (of !== null) {
        account.toSend.remove(id);
        void hold(submission, { kind: 'duplicate', of });
        continue;
      }
      const verdict = spendingLimit.verdict(submission);
      if (verdict.kind === 'learn') {
        account.learning = true;
        alarm.within(verdict.ms);
        return;
      }
      account.toSend.remove(id);
      if (verdict.kind === 'ask') void hold(submission, { kind: 'beyond-spending-limit' });
      else void send(account, submission, verdict.cost);
    }
  }

  function hasRoom(account: AccountQueue, submission: StoredSubmission): boolean {
    const { accountId } = account;
    const heldMs = pacing.msHeld(accountId);
    if (heldMs > 0) {
      alarm.within(heldMs);
      return false;
    }
    // What ends the trouble (the disk takes writes again, a service is up) wakes the queue.
    if (retriedWrites.inTrouble || parts.destination(accountId) === null) return false;
    return mayBegin(account, submission.size ?? 0, parts.settings(accountId).atOnce, pacing.room(accountId));
  }

  /** Submissions whose time has come go back among those to be sent. */
  function promote(account: AccountQueue): void {
    let earliest = Number.POSITIVE_INFINITY;
    for (const [id, deadline] of account.later) {
      const ms = msLeft(clock, deadline);
      if (ms > 0) {
        earliest = Math.min(earliest, ms);
        continue;
      }
      account.later.delete(id);
      const submission = cache.get(id);
      if (submission?.state.kind === 'retrying') account.toSend.add(submission);
      // Whatever it waited for: it has its turn now.
      const due = show(id, null);
      if (due !== null) place(account, due);
    }
    if (earliest < Number.POSITIVE_INFINITY) alarm.within(earliest);
  }

  function prepareNext(account: AccountQueue): void {
    const ahead = (): number => account.preparing.size + account.toSend.size;
    const most = ahead() > PREPARE_AHEAD - PREPARED_TOGETHER ? 0 : PREPARE_AHEAD;
    for (;;) {
      const id = account.toPrepare.first();
      if (id === null) return;
      const submission = cache.get(id);
      if (ahead() >= most && !goesFirst(account, submission)) return;
      account.toPrepare.remove(id);
      if (submission?.state.kind === 'waiting') void prepare(account, submission);
    }
  }

  /** What a person moved to the front does not wait until others that are ready have been sent. */
  function goesFirst(account: AccountQueue, submission: StoredSubmission | null): boolean {
    const next = account.toSend.first();
    const turn = next === null ? undefined : cache.get(next)?.turn;
    return (
      submission !== null && turn !== undefined && submission.turn < turn && account.preparing.size < PREPARED_TOGETHER
    );
  }

  async function prepare(account: AccountQueue, submission: StoredSubmission): Promise<void> {
    const ready = await preparing.prepare(account, submission);
    if (ready !== null) account.toSend.add(ready);
    wake();
  }

  async function send(account: AccountQueue, submission: StoredSubmission, cost: bigint | null): Promise<void> {
    const after = await attempts.send(account, submission, cost, wake);
    const now = after === null ? null : cache.get(after.id);
    if (now !== null && isToBeSent(now.state)) {
      // The wish came while a try was begun that could not be written down.
      if (now.wish !== null) void stopAsWished(now, now.wish);
      else place(account, now);
    }
    wake();
  }

  async function lookForEarlier(account: AccountQueue, submission: StoredSubmission): Promise<void> {
    account.looking.add(submission.id);
    const ms = await earlier.look(submission);
    account.looking.delete(submission.id);
    const now = cache.get(submission.id);
    // Found, in doubt, or stopped by a person meanwhile: whoever did that has written it down.
    if (now !== null && isToBeSent(now.state)) {
      if (ms === null) place(account, now);
      else account.later.set(submission.id, after(clock, ms));
    }
    wake();
  }

  async function hold(submission: StoredSubmission, why: PauseReason): Promise<void> {
    const held = cache.apply(submission.id, { type: 'pause', why });
    if (held !== null) await parts.persist(held);
  }

  async function stopAsWished(submission: StoredSubmission, wish: 'cancel' | 'pause'): Promise<void> {
    const event = wish === 'cancel' ? { type: wish } : ({ type: wish, why: { kind: 'by-person' } } as const);
    const stopped = cache.apply(submission.id, event, { wish: null });
    if (stopped !== null) await parts.persist(stopped);
  }

  function place(account: AccountQueue, submission: StoredSubmission): void {
    const turn = pacing.turns.ahead(submission.id);
    if (submission.state.kind === 'retrying') {
      const wait = Math.max(0, Date.parse(submission.state.until) - clock.now());
      const ms = Math.max(Math.min(wait, LONGEST_KEPT_WAIT_MS), pacing.msHeld(account.accountId));
      account.later.set(submission.id, after(clock, ms));
    } else if (turn !== null && show(submission.id, 'next-try') !== null) account.later.set(submission.id, turn);
    else (submission.keccak256 === null ? account.toPrepare : account.toSend).add(submission);
  }

  return {
    wake,

    /** Waits for nothing that was only out of reach. */
    reconnect(): void {
      for (const account of accounts.values()) {
        if (pacing.held(account.accountId)?.reason === 'unreachable') pacing.release(account.accountId);
        for (const id of [...account.later.keys()]) {
          const submission = cache.get(id);
          if (submission?.state.kind !== 'retrying' || submission.state.reason.code !== 'unreachable') continue;
          account.later.delete(id);
          account.toSend.add(submission);
        }
      }
      wake();
    },

    /**
     * A submission that waits for its turn (again). What repeats an earlier submission is put to the person instead. `asked`: a
     * person knows that it may be paid for twice.
     */
    async enqueue({ id }: StoredSubmission, asked: 'by-app' | 'by-person' = 'by-app'): Promise<void> {
      // As it is now: a person may have decided since it was given.
      const submission = closed ? null : cache.get(id);
      if (submission === null || !isToBeSent(submission.state)) return;
      earlier.begin(submission, asked);
      queueOf(submission.accountId).later.delete(id);
      if (submission.wish !== null) return stopAsWished(submission, submission.wish);
      const admitted = submission.state.kind === 'waiting' ? await preparing.admit(submission) : submission;
      if (admitted !== null) place(queueOf(submission.accountId), admitted);
      wake();
    },

    /** Its turn has changed: it goes to its new place, wherever it waits. */
    reorder(submission: StoredSubmission): void {
      const account = queueOf(submission.accountId);
      for (const list of [account.toPrepare, account.toSend]) if (list.has(submission.id)) list.add(submission);
    },

    isSending: (submission: StoredSubmission): boolean => queueOf(submission.accountId).sending.has(submission.id),

    /**
     * Stops whatever is being done for a submission. A send that is paused is let through, and one whose last bytes are on their
     * way has a little longer. If that would lead to another try, the submission's wish keeps it from it.
     */
    interrupt(submission: StoredSubmission, then: 'cancel' | 'pause'): void {
      const account = queueOf(submission.accountId);
      account.preparing.get(submission.id)?.abort();
      const attempt = account.sending.get(submission.id);
      if (attempt !== undefined) attempts.stop(submission.id, attempt, then);
    },

    /** What the account's queue is at. */
    standing(accountId: string) {
      const { sending, learning, awaiting } = queueOf(accountId);
      const lateUntil = parts.sinceCopy.lateUntil(accountId);
      return { sending: sending.size, learning, awaitsRecords: awaiting.size > 0 && (lateUntil ?? true) };
    },

    forget: (accountId: string): void => {
      accounts.delete(accountId);
    },

    close(): void {
      closed = true;
      alarm.close();
      attempts.close();
      for (const account of accounts.values()) for (const abort of account.preparing.values()) abort.abort();
    },
  };
}
