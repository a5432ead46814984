import type { PauseReason, QueueSettings } from '../../../shared/bridge/submissions.ts';
import { after, type Clock, msLeft } from '../clock.ts';
import type { StopLine } from '../cost/spending-limit.ts';
import { createPreparing, type PreparingParts } from '../intake/preparing.ts';
import type { OutboxItem } from '../journal/submission.ts';
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
    readonly stopLine: StopLine;
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

/** Moves items from waiting to their receipt: decides what is prepared and sent when. */
export function createQueue(parts: QueueParts) {
  const { book, pacing, clock, keeper, stopLine } = parts;
  const lanes = new Map<string, Lane>();
  const alarm = createAlarm(clock.monotonic, wake);
  const show = createShowAwaits(book, parts.publisher);
  const preparing = createPreparing(parts);
  const trials = createTrials(parts);
  const earlier = new EarlierAttempts(parts);
  const recordsFirst = createRecordsFirst({
    ...parts,
    within: alarm.within,
    onRead: (lane, item) => place(lane, item),
    onUnread: (item) => {
      if (!closed) void hold(item, { kind: 'since-copy' });
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
      const item = book.get(id);
      if (item === null || (item.state.kind !== 'waiting' && item.state.kind !== 'retrying')) {
        lane.toSend.remove(id);
        continue;
      }
      if (!hasRoom(lane, item)) return;
      if (recordsFirst.holds(lane, item)) continue;
      if (lane.looking.has(id) || lane.sending.has(id)) {
        // Its look places it again; an upload that is not over yet must not get a second one beside it.
        lane.toSend.remove(id);
        if (lane.sending.has(id)) lane.later.set(id, after(clock, 1_000));
        continue;
      }
      if (earlier.mayBeThere(item)) {
        // Its look ends, and wakes the queue.
        if (lane.looking.size >= LOOKED_FOR_AT_ONCE) return;
        lane.toSend.remove(id);
        void lookForEarlier(lane, item);
        continue;
      }
      const of = parts.duplicates.findAtSending(item, (other) => earlier.mayBeThere(other));
      if (of !== null) {
        lane.toSend.remove(id);
        void hold(item, { kind: 'duplicate', of });
        continue;
      }
      const verdict = stopLine.verdict(item);
      if (verdict.kind === 'learn') {
        lane.learning = true;
        alarm.within(verdict.ms);
        return;
      }
      lane.toSend.remove(id);
      if (verdict.kind === 'ask') void hold(item, { kind: 'beyond-stop-line' });
      else void send(lane, item, verdict.cost);
    }
  }

  function hasRoom(lane: Lane, item: OutboxItem): boolean {
    const { accountId } = lane;
    const heldMs = pacing.msHeld(accountId);
    if (heldMs > 0) {
      alarm.within(heldMs);
      return false;
    }
    // What ends the trouble (the disk takes writes again, a service is up) wakes the queue.
    if (keeper.inTrouble || parts.destination(accountId) === null) return false;
    return mayBegin(lane, item.size ?? 0, parts.settings(accountId).atOnce, pacing.room(accountId));
  }

  /** Items whose time has come go back among those to be sent. */
  function promote(lane: Lane): void {
    let earliest = Number.POSITIVE_INFINITY;
    for (const [id, deadline] of lane.later) {
      const ms = msLeft(clock, deadline);
      if (ms > 0) {
        earliest = Math.min(earliest, ms);
        continue;
      }
      lane.later.delete(id);
      const item = book.get(id);
      if (item?.state.kind === 'retrying') lane.toSend.add(item);
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
      const item = book.get(id);
      if (ahead() >= most && !goesFirst(lane, item)) return;
      lane.toPrepare.remove(id);
      if (item?.state.kind === 'waiting') void prepare(lane, item);
    }
  }

  /** What a person moved to the front does not wait until others that are ready have been sent. */
  function goesFirst(lane: Lane, item: OutboxItem | null): boolean {
    const next = lane.toSend.first();
    const turn = next === null ? undefined : book.get(next)?.turn;
    return item !== null && turn !== undefined && item.turn < turn && lane.preparing.size < PREPARED_TOGETHER;
  }

  async function prepare(lane: Lane, item: OutboxItem): Promise<void> {
    const ready = await preparing.prepare(lane, item);
    if (ready !== null) lane.toSend.add(ready);
    wake();
  }

  async function send(lane: Lane, item: OutboxItem, cost: bigint | null): Promise<void> {
    const after = await trials.send(lane, item, cost, wake);
    const now = after === null ? null : book.get(after.id);
    if (now !== null && isToBeSent(now.state)) {
      // The wish came while a try was begun that could not be written down.
      if (now.wish !== null) void stopAsWished(now, now.wish);
      else place(lane, now);
    }
    wake();
  }

  async function lookForEarlier(lane: Lane, item: OutboxItem): Promise<void> {
    lane.looking.add(item.id);
    const ms = await earlier.look(item);
    lane.looking.delete(item.id);
    const now = book.get(item.id);
    // Found, in doubt, or stopped by a person meanwhile: whoever did that has written it down.
    if (now !== null && isToBeSent(now.state)) {
      if (ms === null) place(lane, now);
      else lane.later.set(item.id, after(clock, ms));
    }
    wake();
  }

  async function hold(item: OutboxItem, why: PauseReason): Promise<void> {
    const held = book.apply(item.id, { type: 'pause', why });
    if (held !== null) await parts.persist(held);
  }

  async function stopAsWished(item: OutboxItem, wish: 'cancel' | 'pause'): Promise<void> {
    const event = wish === 'cancel' ? { type: wish } : ({ type: wish, why: { kind: 'by-person' } } as const);
    const stopped = book.apply(item.id, event, { wish: null });
    if (stopped !== null) await parts.persist(stopped);
  }

  function place(lane: Lane, item: OutboxItem): void {
    const turn = pacing.turns.ahead(item.id);
    if (item.state.kind === 'retrying') {
      const wait = Math.max(0, Date.parse(item.state.until) - clock.now());
      const ms = Math.max(Math.min(wait, LONGEST_KEPT_WAIT_MS), pacing.msHeld(lane.accountId));
      lane.later.set(item.id, after(clock, ms));
    } else if (turn !== null && show(item.id, 'next-try') !== null) lane.later.set(item.id, turn);
    else (item.keccak256 === null ? lane.toPrepare : lane.toSend).add(item);
  }

  return {
    wake,

    /** Waits for nothing that was only out of reach. */
    reconnect(): void {
      for (const lane of lanes.values()) {
        if (pacing.held(lane.accountId)?.reason === 'unreachable') pacing.release(lane.accountId);
        for (const id of [...lane.later.keys()]) {
          const item = book.get(id);
          if (item?.state.kind !== 'retrying' || item.state.reason.code !== 'unreachable') continue;
          lane.later.delete(id);
          lane.toSend.add(item);
        }
      }
      wake();
    },

    /**
     * An item that waits for its turn (again). What repeats an earlier submission is put to the person instead. `asked`: a
     * person knows that it may be paid for twice.
     */
    async enqueue({ id }: OutboxItem, asked: 'by-app' | 'by-person' = 'by-app'): Promise<void> {
      // As it is now: a person may have decided since it was given.
      const item = closed ? null : book.get(id);
      if (item === null || !isToBeSent(item.state)) return;
      earlier.begin(item, asked);
      laneOf(item.accountId).later.delete(id);
      if (item.wish !== null) return stopAsWished(item, item.wish);
      const admitted = item.state.kind === 'waiting' ? await preparing.admit(item) : item;
      if (admitted !== null) place(laneOf(item.accountId), admitted);
      wake();
    },

    /** Its turn has changed: it goes to its new place, wherever it waits. */
    reorder(item: OutboxItem): void {
      const lane = laneOf(item.accountId);
      for (const list of [lane.toPrepare, lane.toSend]) if (list.has(item.id)) list.add(item);
    },

    isSending: (item: OutboxItem): boolean => laneOf(item.accountId).sending.has(item.id),

    /**
     * Stops whatever is being done for an item. A send that is paused is let through, and one whose last bytes are on their
     * way has a little longer. If that would lead to another try, the item's wish keeps it from it.
     */
    interrupt(item: OutboxItem, then: 'cancel' | 'pause'): void {
      const lane = laneOf(item.accountId);
      lane.preparing.get(item.id)?.abort();
      const trial = lane.sending.get(item.id);
      if (trial !== undefined) trials.stop(item.id, trial, then);
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
