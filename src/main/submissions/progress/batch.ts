import type { SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import {
  isFinished,
  isMoving,
  isYetToBeSent,
  needsPerson,
  type SubmissionState,
} from '../../../shared/submission-state.ts';
import type { Load } from '../cost/cost-history.ts';
import type { StoredSubmission } from '../journal/submission.ts';

const RATE_WINDOW_MS = 5_000;
const SHORTEST_SPAN_MS = 500;

/** The numbers of a batch. Rates are per second over the last seconds, null while nothing moves. */
export type BatchTotals = {
  readonly files: number;
  readonly filesDone: number;
  /** Of those that are done, the ones that go no further without the person. */
  readonly filesNeedingYou: number;
  readonly bytes: number;
  readonly bytesDone: number;
  readonly bytesPerSecond: number | null;
  readonly filesPerSecond: number | null;
  /** What is sent by itself: neither done, paused nor being checked. Bytes that the socket has taken are not among them. */
  readonly moving: { readonly files: number; readonly bytes: number };
  /** What went out whole, and is looked for in the records. `until` (epoch milliseconds): when all of it is known. */
  readonly checking: { readonly files: number; readonly until: number };
};

type Member = {
  readonly size: number;
  readonly done: boolean;
  readonly needsYou: boolean;
  readonly moving: boolean;
  readonly unsent: boolean;
  /** Epoch milliseconds, null when it is not being checked. */
  readonly checkedUntil: number | null;
};

const nothing = { done: 0, needsYou: 0, bytes: 0, bytesDone: 0, moving: 0, bytesMoving: 0, unsent: 0, bytesUnsent: 0 };

export type Batch = ReturnType<typeof createBatch>;

/**
 * Totals over everything that one account added since its queue was last done: the one progress bar above the list, and
 * what it has cost. Kept by addition, so that a change costs the same with ten submissions and with ten thousand.
 * `monotonic`: milliseconds of a clock that never goes back. `id`: the batch that the last run was at.
 */
export function createBatch(monotonic: () => number, id = 0) {
  let current = id;
  let members = new Map<number, Member>();
  let sums = { ...nothing };
  const underWay = new Map<number, SubmissionProgress>();
  let checks = new Map<number, number>();
  let charges = new Map<number, bigint>();
  let spent = 0n;
  let samples: { at: number; bytes: number; files: number }[] = [];
  let bytesTaken = 0;
  let filesEnded = 0;
  let additions = 0;
  let forAdditions = id;

  function count(member: Member, sign: 1 | -1): void {
    sums.bytes += sign * member.size;
    if (member.done) sums.done += sign;
    if (member.needsYou) sums.needsYou += sign;
    if (member.done || member.checkedUntil !== null) sums.bytesDone += sign * member.size;
    if (member.moving) {
      sums.moving += sign;
      sums.bytesMoving += sign * member.size;
    }
    if (member.unsent) {
      sums.unsent += sign;
      sums.bytesUnsent += sign * member.size;
    }
  }

  function begin(batch: number): void {
    current = batch;
    members = new Map();
    sums = { ...nothing };
    checks = new Map();
    charges = new Map();
    spent = 0n;
    samples = [];
  }

  const isOver = (): boolean => sums.done === members.size;

  const bytesUnderWay = (): number => {
    let sum = 0;
    for (const progress of underWay.values()) sum += progress.done;
    return sum;
  };

  return {
    /** The batch that runs, or ran last. */
    current: (): number => current,

    /**
     * Something is being added: the batch that all of it belongs to, however soon its first files are done. To be told when
     * it is over; what is added meanwhile belongs there too, or it would have a line of its own.
     */
    beginAddition(): number {
      if (additions === 0) forAdditions = isOver() ? current + 1 : current;
      additions += 1;
      return forAdditions;
    },

    endAddition(): void {
      additions -= 1;
    },

    /** Tells the batch what has become of a submission. */
    observe(submission: StoredSubmission): void {
      const member = memberOf(submission);
      const known = members.get(submission.id);
      if (known === undefined) {
        if (submission.batch > current) begin(submission.batch);
        // A file of an earlier batch that is looked for once more does not bring that batch back.
        else if (submission.batch < current && (member.done || member.checkedUntil !== null)) return;
      } else {
        count(known, -1);
        if (member.done && !known.done) filesEnded += 1;
      }
      if (member.done || member.checkedUntil !== null) underWay.delete(submission.id);
      if (member.checkedUntil === null) checks.delete(submission.id);
      else checks.set(submission.id, member.checkedUntil);
      members.set(submission.id, member);
      count(member, 1);
    },

    forget(localId: number): void {
      const known = members.get(localId);
      if (known === undefined) return;
      members.delete(localId);
      underWay.delete(localId);
      checks.delete(localId);
      count(known, -1);
    },

    /** Bytes that the socket has taken of a submission. */
    sent(progress: SubmissionProgress): void {
      bytesTaken += progress.done - (underWay.get(progress.id)?.done ?? 0);
      underWay.set(progress.id, progress);
    },

    /** The try ended without a receipt: its bytes count no more. */
    stopped(localId: number): void {
      underWay.delete(localId);
    },

    /** Whether a submission is counted here: one of an earlier batch that was done before this one began is not. */
    has: (localId: number): boolean => members.has(localId),

    /** What a submission costs or, before its record says so, probably costs; null takes it back. */
    charge(localId: number, amount: bigint | null): void {
      // One below nothing would make room for others below the person's line: what was estimated stays.
      if (amount !== null && amount < 0n) return;
      spent -= charges.get(localId) ?? 0n;
      charges.delete(localId);
      if (amount === null) return;
      charges.set(localId, amount);
      spent += amount;
    },

    spent: (): bigint => spent,

    progress: (): SubmissionProgress[] => [...underWay.values()],

    /** What will still be sent, unless a person decides otherwise. */
    unsent: (): Load => ({ files: sums.unsent, bytes: BigInt(sums.bytesUnsent) }),

    totals(): BatchTotals {
      const at = monotonic();
      samples = samples.filter((sample) => at - sample.at <= RATE_WINDOW_MS);
      samples.push({ at, bytes: bytesTaken, files: filesEnded });
      const oldest = samples[0] ?? { at, bytes: bytesTaken, files: filesEnded };
      const span = at - oldest.at;
      const rate = (now: number, then: number): number | null =>
        isOver() || span < SHORTEST_SPAN_MS || now <= then ? null : ((now - then) * 1000) / span;
      const taken = bytesUnderWay();
      return {
        files: members.size,
        filesDone: sums.done,
        filesNeedingYou: sums.needsYou,
        bytes: sums.bytes,
        bytesDone: sums.bytesDone + taken,
        bytesPerSecond: rate(bytesTaken, oldest.bytes),
        filesPerSecond: rate(filesEnded, oldest.files),
        moving: { files: sums.moving, bytes: Math.max(0, sums.bytesMoving - taken) },
        checking: { files: checks.size, until: checks.values().reduce((last, until) => Math.max(last, until), 0) },
      };
    },
  };
}

function memberOf({ size, state }: StoredSubmission): Member {
  const checkedUntil = untilOf(state);
  const done = isFinished(state) || (state.kind === 'unsettled' && checkedUntil === null);
  return {
    size: size ?? 0,
    done,
    needsYou: done && needsPerson(state),
    moving: isMoving(state),
    unsent: isYetToBeSent(state),
    checkedUntil,
  };
}

function untilOf(state: SubmissionState): number | null {
  return state.kind === 'unsettled' && state.check.kind === 'checking' ? Date.parse(state.check.until) : null;
}
