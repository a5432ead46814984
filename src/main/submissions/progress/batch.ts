import type { SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import {
  isFinished,
  isMoving,
  isYetToBeSent,
  needsPerson,
  type SubmissionState,
} from '../../../shared/submissions/submission-state.ts';
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

/**
 * Totals over everything that one account added since its queue was last done: the one progress bar above the list, and
 * what it has cost. Kept by addition, so that a change costs the same with ten submissions and with ten thousand.
 */
export class Batch {
  readonly #monotonic: () => number;
  #current: number;
  #members = new Map<number, Member>();
  #sums = { ...nothing };
  readonly #underWay = new Map<number, SubmissionProgress>();
  #checks = new Map<number, number>();
  #charges = new Map<number, bigint>();
  #spent = 0n;
  #samples: { readonly at: number; readonly bytes: number; readonly files: number }[] = [];
  #bytesTaken = 0;
  #filesEnded = 0;
  #additions = 0;
  #forAdditions: number;

  /** `monotonic`: milliseconds of a clock that never goes back. `id`: the batch that the last run was at. */
  constructor(monotonic: () => number, id = 0) {
    this.#monotonic = monotonic;
    this.#current = id;
    this.#forAdditions = id;
  }

  /** The batch that runs, or ran last. */
  get current(): number {
    return this.#current;
  }

  get spent(): bigint {
    return this.#spent;
  }

  /**
   * Something is being added: the batch that all of it belongs to, however soon its first files are done. To be told when
   * it is over; what is added meanwhile belongs there too, or it would have a limit of its own.
   */
  beginAddition(): number {
    if (this.#additions === 0) this.#forAdditions = this.#isOver() ? this.#current + 1 : this.#current;
    this.#additions += 1;
    return this.#forAdditions;
  }

  endAddition(): void {
    this.#additions -= 1;
  }

  /** Tells the batch what has become of a submission. */
  observe(submission: StoredSubmission): void {
    const { id } = submission;
    const member = memberOf(submission);
    const known = this.#members.get(id);
    if (known === undefined) {
      if (submission.batch > this.#current) this.#begin(submission.batch);
      // A file of an earlier batch that is looked for once more does not bring that batch back.
      else if (submission.batch < this.#current && (member.done || member.checkedUntil !== null)) return;
    } else {
      this.#count(known, -1);
      if (member.done && !known.done) this.#filesEnded += 1;
    }
    if (member.done || member.checkedUntil !== null) this.#underWay.delete(id);
    if (member.checkedUntil === null) this.#checks.delete(id);
    else this.#checks.set(id, member.checkedUntil);
    this.#members.set(id, member);
    this.#count(member, 1);
  }

  forget(localId: number): void {
    const known = this.#members.get(localId);
    if (known === undefined) return;
    this.#members.delete(localId);
    this.#underWay.delete(localId);
    this.#checks.delete(localId);
    this.#count(known, -1);
  }

  /** Bytes that the socket has taken of a submission. */
  sent(progress: SubmissionProgress): void {
    this.#bytesTaken += progress.done - (this.#underWay.get(progress.id)?.done ?? 0);
    this.#underWay.set(progress.id, progress);
  }

  /** The try ended without a receipt: its bytes count no more. */
  stopped(localId: number): void {
    this.#underWay.delete(localId);
  }

  /** Whether a submission is counted here: one of an earlier batch that was done before this one began is not. */
  has(localId: number): boolean {
    return this.#members.has(localId);
  }

  /** What a submission costs or, before its record says so, probably costs; null takes it back. */
  charge(localId: number, amount: bigint | null): void {
    // One below nothing would make room for others below the person's limit: what was estimated stays.
    if (amount !== null && amount < 0n) return;
    this.#spent -= this.#charges.get(localId) ?? 0n;
    this.#charges.delete(localId);
    if (amount === null) return;
    this.#charges.set(localId, amount);
    this.#spent += amount;
  }

  progress(): SubmissionProgress[] {
    return [...this.#underWay.values()];
  }

  /** What will still be sent, unless a person decides otherwise. */
  unsent(): Load {
    return { files: this.#sums.unsent, bytes: BigInt(this.#sums.bytesUnsent) };
  }

  totals(): BatchTotals {
    const sums = this.#sums;
    const taken = this.progress().reduce((sum, { done }) => sum + done, 0);
    return {
      files: this.#members.size,
      filesDone: sums.done,
      filesNeedingYou: sums.needsYou,
      bytes: sums.bytes,
      bytesDone: sums.bytesDone + taken,
      ...this.#rates(),
      moving: { files: sums.moving, bytes: Math.max(0, sums.bytesMoving - taken) },
      checking: {
        files: this.#checks.size,
        until: this.#checks.values().reduce((last, until) => Math.max(last, until), 0),
      },
    };
  }

  #rates(): Pick<BatchTotals, 'bytesPerSecond' | 'filesPerSecond'> {
    const latest = { at: this.#monotonic(), bytes: this.#bytesTaken, files: this.#filesEnded };
    this.#samples = this.#samples.filter(({ at }) => latest.at - at <= RATE_WINDOW_MS);
    this.#samples.push(latest);
    const oldest = this.#samples[0] ?? latest;
    const span = latest.at - oldest.at;
    const rate = (now: number, then: number): number | null =>
      this.#isOver() || span < SHORTEST_SPAN_MS || now <= then ? null : ((now - then) * 1000) / span;
    return {
      bytesPerSecond: rate(latest.bytes, oldest.bytes),
      filesPerSecond: rate(latest.files, oldest.files),
    };
  }

  #begin(batch: number): void {
    this.#current = batch;
    this.#members = new Map();
    this.#sums = { ...nothing };
    this.#checks = new Map();
    this.#charges = new Map();
    this.#spent = 0n;
    this.#samples = [];
  }

  #isOver(): boolean {
    return this.#sums.done === this.#members.size;
  }

  #count(member: Member, sign: 1 | -1): void {
    const sums = this.#sums;
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
