import type { PauseReason, QueueSettings } from '../../../shared/bridge/submissions.ts';
import { after, type Clock, msLeft } from '../clock.ts';
import type { SpendingLimit } from '../cost/spending-limit.ts';
import { createPreparing, type PreparingParts } from '../intake/preparing.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { isToBeSent } from '../journal/transitions.ts';
import { createTrials, type TrialParts } from '../sending/attempts.ts';
import { EarlierAttempts, type EarlierAttemptsParts } from '../settling/earlier-attempts.ts';
import { createRecordsFirst, type RecordsFirstParts } from '../settling/records-first.ts';
import { createLane, type Lane } from './account-queue.ts';
import { createAlarm } from './alarm.ts';
import { createShowAwaits } from './awaiting.ts';
import { mayBegin } from './concurrency.ts';

export type QueueParts = PreparingParts &
  Omit<TrialParts, 'begun'> &
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
  const lanes = new Map<string, Lane>();
  const alarm = createAlarm(clock.monotonic, wake);
  const show = createShowAwaits(cache, parts.publisher);
  const preparing = createPreparing(parts);
  const trials = createTrials(parts);
  const earlier = new EarlierAttempts(parts);
  const recordsFirst = createRecordsFirst({
    ...parts,
    within: alarm.within,
    onRead: (lane, submission) => place(lane, submission),
    onUnread: (submission) => {
      if (!closed) void hold(submission, { kind: 'since-copy' });
    },
    wake,
  });
  let pumping = false;
  let closed = false;

  function laneOf(accountId: string): Lane {
    const known = lanes.get(accountId);
    if (known !== undefined) return known;
    const made = createLane(accountId);
    lanes.set(accountId, made);
    return made;
  }

  /** Looks for work as soon as the event loop comes round; calling it often costs nothing. */
  function wake(): void {
    if (pumping || closed) return;
    pumping = true;
    setImmediate(() => {
      pumping = false;
      if (closed) return;
      for (const lane of lanes.values()) {
        sendDue(lane);
        prepareNext(lane);
      }
    });
  }

  function sendDue(lane: Lane): void {
    promote(lane);
    recordsFirst.attend(lane);
    lane.learning = false;
    for (let decisions = 0; ; decisions += 1) {
      const id = lane.toSend.first();
      if (id === null) return;
      if (decisions === DECISIONS_AT_ONCE) {
        wake();
        return;
      }
      const submission = cache.get(id);
      if (submission === null || (submission.state.kind !== 'waiting' && submission.state.kind !== 'retrying')) {
        lane.toSend.remove(id);
        continue;
      }
      if (!hasRoom(lane, submission)) return;
      if (recordsFirst.holds(lane, submission)) continue;
      if (lane.looking.has(id) || lane.sending.has(id)) {
        // Its look places it again; an upload that is not over yet must not get a second one beside it.
        lane.toSend.remove(id);
        if (lane.sending.has(id)) lane.later.set(id, after(clock, 1_000));
        continue;
      }
      if (earlier.mayBeThere(submission)) {
        // Its look ends, and wakes the queue.
        if (lane.looking.size >= LOOKED_FOR_AT_ONCE) return;
        lane.toSend.remove(id);
        void lookForEarlier(lane, submission);
        continue;
      }
      const of = parts.duplicates.findAtSending(submission, (other) => earlier.mayBeThere(other));
      if (of !== null) {
        lane.toSend.remove(id);
        void hold(submission, { kind: 'duplicate', of });
        continue;
      }
      const verdict = spendingLimit.verdict(submission);
      if (verdict.kind === 'learn') {
        lane.learning = true;
        alarm.within(verdict.ms);
        return;
      }
      lane.toSend.remove(id);
      if (verdict.kind === 'ask') void hold(submission, { kind: 'beyond-spending-limit' });
      else void send(lane, submission, verdict.cost);
    }
  }

  function hasRoom(lane: Lane, submission: StoredSubmission): boolean {
    const { accountId } = lane;
    const heldMs = pacing.msHeld(accountId);
    if (heldMs > 0) {
      alarm.within(heldMs);
      return false;
    }
    // What ends the trouble (the disk takes writes again, a service is up) wakes the queue.
    if (retriedWrites.inTrouble || parts.destination(accountId) === null) return false;
    return mayBegin(lane, submission.size ?? 0, parts.settings(accountId).atOnce, pacing.room(accountId));
  }

  /** Submissions whose time has come go back among those to be sent. */
  function promote(lane: Lane): void {
    let earliest = Number.POSITIVE_INFINITY;
    for (const [id, deadline] of lane.later) {
      const ms = msLeft(clock, deadline);
      if (ms > 0) {
        earliest = Math.min(earliest, ms);
        continue;
      }
      lane.later.delete(id);
      const submission = cache.get(id);
      if (submission?.state.kind === 'retrying') lane.toSend.add(submission);
      // Whatever it waited for: it has its turn now.
      const due = show(id, null);
      if (due !== null) place(lane, due);
    }
    if (earliest < Number.POSITIVE_INFINITY) alarm.within(earliest);
  }

  function prepareNext(lane: Lane): void {
    const ahead = (): number => lane.preparing.size + lane.toSend.size;
    const most = ahead() > PREPARE_AHEAD - PREPARED_TOGETHER ? 0 : PREPARE_AHEAD;
    for (;;) {
      const id = lane.toPrepare.first();
      if (id === null) return;
      const submission = cache.get(id);
      if (ahead() >= most && !goesFirst(lane, submission)) return;
      lane.toPrepare.remove(id);
      if (submission?.state.kind === 'waiting') void prepare(lane, submission);
    }
  }

  /** What a person moved to the front does not wait until others that are ready have been sent. */
  function goesFirst(lane: Lane, submission: StoredSubmission | null): boolean {
    const next = lane.toSend.first();
    const turn = next === null ? undefined : cache.get(next)?.turn;
    return (
      submission !== null && turn !== undefined && submission.turn < turn && lane.preparing.size < PREPARED_TOGETHER
    );
  }

  async function prepare(lane: Lane, submission: StoredSubmission): Promise<void> {
    const ready = await preparing.prepare(lane, submission);
    if (ready !== null) lane.toSend.add(ready);
    wake();
  }

  async function send(lane: Lane, submission: StoredSubmission, cost: bigint | null): Promise<void> {
    const after = await trials.send(lane, submission, cost, wake);
    const now = after === null ? null : cache.get(after.id);
    if (now !== null && isToBeSent(now.state)) {
      // The wish came while a try was begun that could not be written down.
      if (now.wish !== null) void stopAsWished(now, now.wish);
      else place(lane, now);
    }
    wake();
  }

  async function lookForEarlier(lane: Lane, submission: StoredSubmission): Promise<void> {
    lane.looking.add(submission.id);
    const ms = await earlier.look(submission);
    lane.looking.delete(submission.id);
    const now = cache.get(submission.id);
    // Found, in doubt, or stopped by a person meanwhile: whoever did that has written it down.
    if (now !== null && isToBeSent(now.state)) {
      if (ms === null) place(lane, now);
      else lane.later.set(submission.id, after(clock, ms));
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

  function place(lane: Lane, submission: StoredSubmission): void {
    const turn = pacing.turns.ahead(submission.id);
    if (submission.state.kind === 'retrying') {
      const wait = Math.max(0, Date.parse(submission.state.until) - clock.now());
      const ms = Math.max(Math.min(wait, LONGEST_KEPT_WAIT_MS), pacing.msHeld(lane.accountId));
      lane.later.set(submission.id, after(clock, ms));
    } else if (turn !== null && show(submission.id, 'next-try') !== null) lane.later.set(submission.id, turn);
    else (submission.keccak256 === null ? lane.toPrepare : lane.toSend).add(submission);
  }

  return {
    wake,

    /** Waits for nothing that was only out of reach. */
    reconnect(): void {
      for (const lane of lanes.values()) {
        if (pacing.held(lane.accountId)?.reason === 'unreachable') pacing.release(lane.accountId);
        for (const id of [...lane.later.keys()]) {
          const submission = cache.get(id);
          if (submission?.state.kind !== 'retrying' || submission.state.reason.code !== 'unreachable') continue;
          lane.later.delete(id);
          lane.toSend.add(submission);
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
      laneOf(submission.accountId).later.delete(id);
      if (submission.wish !== null) return stopAsWished(submission, submission.wish);
      const admitted = submission.state.kind === 'waiting' ? await preparing.admit(submission) : submission;
      if (admitted !== null) place(laneOf(submission.accountId), admitted);
      wake();
    },

    /** Its turn has changed: it goes to its new place, wherever it waits. */
    reorder(submission: StoredSubmission): void {
      const lane = laneOf(submission.accountId);
      for (const list of [lane.toPrepare, lane.toSend]) if (list.has(submission.id)) list.add(submission);
    },

    isSending: (submission: StoredSubmission): boolean => laneOf(submission.accountId).sending.has(submission.id),

    /**
     * Stops whatever is being done for a submission. A send that is paused is let through, and one whose last bytes are on their
     * way has a little longer. If that would lead to another try, the submission's wish keeps it from it.
     */
    interrupt(submission: StoredSubmission, then: 'cancel' | 'pause'): void {
      const lane = laneOf(submission.accountId);
      lane.preparing.get(submission.id)?.abort();
      const trial = lane.sending.get(submission.id);
      if (trial !== undefined) trials.stop(submission.id, trial, then);
    },

    /** What the account's queue is at. */
    standing(accountId: string) {
      const { sending, learning, awaiting } = laneOf(accountId);
      const lateUntil = parts.sinceCopy.lateUntil(accountId);
      return { sending: sending.size, learning, awaitsRecords: awaiting.size > 0 && (lateUntil ?? true) };
    },

    forget: (accountId: string): void => {
      lanes.delete(accountId);
    },

    close(): void {
      closed = true;
      alarm.stop();
      trials.close();
      for (const lane of lanes.values()) for (const abort of lane.preparing.values()) abort.abort();
    },
  };
}
