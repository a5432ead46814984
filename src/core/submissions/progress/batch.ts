import type { BatchCost, QueueSummary, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import {
  type BatchCounts,
  type BatchStatus,
  batchStatusOf,
  isBatchOver,
  noFiles,
  withReceipt,
} from '../../../shared/submissions/batch-status.ts';
import type { EstimatedCost } from '../../../shared/submissions/cost.ts';
import type { Load } from '../cost/cost-history.ts';
import type { Charge } from '../cost/estimates.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { BatchCosts } from './batch-costs.ts';

/** The numbers of a batch. Rates are per second over the last seconds, null while nothing moves. */
export type BatchTotals = Pick<QueueSummary, 'counts' | 'bytes' | 'bytesPerSecond'> & {
  readonly filesPerSecond: number | null;
  /** What is sent by itself. Bytes that the socket has taken are not among them. */
  readonly moving: { readonly files: number; readonly bytes: number };
  /** Bytes that the socket has taken of what is being sent. */
  readonly bytesTaken: number;
  /** When all that is looked for in the records is known, epoch milliseconds. */
  readonly checkedUntil: number;
  /** How a try ended that found no connection, while its file waits for the next one; null where none does. */
  readonly unreachable: Failure | null;
};

/** Nothing more is done for a file of these, unless a person asks. */
const ended: ReadonlySet<BatchStatus> = new Set([
  'submitted',
  'delayed',
  'confirmed',
  'rejected',
  'incomplete',
  'notKnown',
  'cancelled',
]);

/**
 * Totals over everything that one account added since its queue was last done: the one progress bar above the list, and
 * what it has cost. Kept by addition, so that a change costs the same with ten submissions and with ten thousand.
 */
export class Batch {
  #current: number;
  readonly #rates: BatchRates;
  #members = new Map<number, StoredSubmission>();
  #counts: Record<BatchStatus, number> = { ...noFiles };
  #bytes: Record<BatchStatus, number> = { ...noFiles };
  #costs = new BatchCosts();
  readonly #underWay = new Map<number, SubmissionProgress>();
  /** Files that are read before they are sent. */
  readonly #beingRead = new Map<number, SubmissionProgress>();
  #checks = new Map<number, number>();
  #unreachable = new Map<number, Failure>();
  #charges = new Map<number, Charge>();
  /** By token; null where nobody knows which it was. */
  #spent = new Map<string | null, bigint>();
  #additions = 0;
  #forAdditions: number;

  /** `monotonic`: milliseconds of a clock that never goes back. `id`: the batch that the last run was at. */
  constructor(monotonic: () => number, id = 0) {
    this.#rates = new BatchRates(monotonic);
    this.#current = id;
    this.#forAdditions = id;
  }

  /** The batch that runs, or ran last. */
  get current(): number {
    return this.#current;
  }

  /** Base units of a token. What was paid with nobody knows what counts as paid with it, and all does where `token` is null. */
  spent(token: string | null): bigint {
    if (token === null) return this.#spent.values().reduce((sum, amount) => sum + amount, 0n);
    return (this.#spent.get(token) ?? 0n) + (this.#spent.get(null) ?? 0n);
  }

  get filesWithoutCost(): number {
    return this.#costs.filesWithoutCost;
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
    const { id, state } = submission;
    const status = batchStatusOf(state);
    const known = this.#members.get(id);
    if (known === undefined) {
      if (submission.batch > this.#current) this.#begin(submission.batch);
      // A file of an earlier batch that is looked for once more does not bring that batch back.
      else if (submission.batch < this.#current && (ended.has(status) || status === 'checking')) return;
    } else {
      this.#count(known, -1);
      this.#costs.count(known, -1);
      if (ended.has(status) && !ended.has(batchStatusOf(known.state))) this.#rates.ended();
    }
    const stopped = known?.state.kind === 'in-parts' && state.kind !== 'in-parts';
    if (ended.has(status) || status === 'checking' || stopped) this.#underWay.delete(id);
    if (state.kind !== 'preparing') this.#beingRead.delete(id);
    this.#members.set(id, submission);
    this.#count(submission, 1);
    this.#costs.count(submission, 1);
  }

  /**
   * It was taken off the list: its count, bytes and cost leave together, so that the words above the list speak of what is
   * in it. What was charged for it stays in `spent`: the spending limit holds for the whole batch.
   */
  forget(localId: number): void {
    const known = this.#members.get(localId);
    if (known === undefined) return;
    this.#members.delete(localId);
    this.#underWay.delete(localId);
    this.#beingRead.delete(localId);
    this.#count(known, -1);
    this.#costs.count(known, -1);
  }

  /** Bytes that the socket has taken of a submission. */
  sent(progress: SubmissionProgress): void {
    // Of a part that is tried again, what had gone goes once more.
    this.#rates.took(Math.max(0, progress.done - (this.#underWay.get(progress.id)?.done ?? 0)));
    this.#underWay.set(progress.id, progress);
  }

  /** Bytes that were read of a submission that is being prepared; none of them has left yet. */
  read(progress: SubmissionProgress): void {
    if (this.#members.get(progress.id)?.state.kind === 'preparing') this.#beingRead.set(progress.id, progress);
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
  charge(localId: number, charge: Charge | null): void {
    // One below nothing would make room for others below the person's limit: what was estimated stays.
    if (charge !== null && charge.amount < 0n) return;
    const before = this.#charges.get(localId);
    if (before !== undefined) this.#spend(before.token, -before.amount);
    this.#charges.delete(localId);
    if (charge === null) return;
    this.#charges.set(localId, charge);
    this.#spend(charge.token, charge.amount);
  }

  /** What it was charged does not change any more: the sum is all that is kept of it. */
  keepCharge(localId: number): void {
    this.#charges.delete(localId);
  }

  /** What was paid for submissions of which nothing else is known here. */
  chargeBesides({ token, amount }: Charge): void {
    if (amount > 0n) this.#spend(token, amount);
  }

  progress(): SubmissionProgress[] {
    return [...this.#underWay.values(), ...this.#beingRead.values()];
  }

  /** What will still be sent, unless a person decides otherwise. */
  unsent(): Load {
    return this.#costs.toCome();
  }

  /** `estimate`: what so many files will probably cost; null while nobody knows. */
  costs(estimate: (load: Load) => EstimatedCost | null): BatchCost[] {
    return this.#costs.of(estimate);
  }

  totals(): BatchTotals {
    const counts: BatchCounts = { ...this.#counts };
    const bytes = this.#bytes;
    const bytesTaken = this.#underWay.values().reduce((sum, { done }) => sum + done, 0);
    const submitted = withReceipt(bytes);
    const moving = bytes.toGo + bytes.sending;
    const out = submitted + bytes.checking + bytes.notKnown;
    const { bytesPerSecond, filesPerSecond } = this.#rates.now();
    return {
      counts,
      bytes: {
        all: out + moving + bytes.paused + bytes.undecided,
        gone: out + Math.min(bytesTaken, moving),
        submitted,
        byStatus: { ...bytes },
      },
      // What went before the last one was stopped or taken moves no more.
      bytesPerSecond: counts.sending > 0 ? bytesPerSecond : null,
      filesPerSecond: this.#isOver() ? null : filesPerSecond,
      moving: { files: counts.toGo + counts.sending, bytes: Math.max(0, moving - bytesTaken) },
      bytesTaken,
      checkedUntil: this.#checks.values().reduce((last, until) => Math.max(last, until), 0),
      unreachable: this.#unreachable.values().next().value ?? null,
    };
  }

  #begin(batch: number): void {
    this.#current = batch;
    this.#members = new Map();
    this.#counts = { ...noFiles };
    this.#bytes = { ...noFiles };
    this.#costs = new BatchCosts();
    this.#checks = new Map();
    this.#unreachable = new Map();
    this.#charges = new Map();
    this.#spent = new Map();
    this.#rates.begin();
  }

  #spend(token: string | null, amount: bigint): void {
    this.#spent.set(token, (this.#spent.get(token) ?? 0n) + amount);
  }

  #isOver(): boolean {
    return isBatchOver(this.#counts);
  }

  #count({ id, size, state }: StoredSubmission, sign: 1 | -1): void {
    const status = batchStatusOf(state);
    this.#counts[status] += sign;
    this.#bytes[status] += sign * (size ?? 0);
    this.#checks.delete(id);
    this.#unreachable.delete(id);
    if (sign === -1) return;
    if (state.kind === 'unsettled' && state.check.kind === 'checking')
      this.#checks.set(id, Date.parse(state.check.until));
    if (state.kind === 'retrying' && state.reason.code === 'unreachable') this.#unreachable.set(id, state.reason);
  }
}

const RATE_WINDOW_MS = 5_000;
const SHORTEST_SPAN_MS = 500;

type Rates = { readonly bytesPerSecond: number | null; readonly filesPerSecond: number | null };

/** How fast a batch goes, from what has gone in the last seconds. */
export class BatchRates {
  readonly #monotonic: () => number;
  #samples: { readonly at: number; readonly bytes: number; readonly files: number }[] = [];
  #bytes = 0;
  #files = 0;

  /** `monotonic`: milliseconds of a clock that never goes back. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Bytes that a socket has taken. */
  took(bytes: number): void {
    this.#bytes += bytes;
  }

  /** A file has come to its end. */
  ended(): void {
    this.#files += 1;
  }

  begin(): void {
    this.#samples = [];
  }

  /** Per second; null where nothing has gone. Each call is one more look. */
  now(): Rates {
    const latest = { at: this.#monotonic(), bytes: this.#bytes, files: this.#files };
    this.#samples = this.#samples.filter(({ at }) => latest.at - at <= RATE_WINDOW_MS);
    this.#samples.push(latest);
    const oldest = this.#samples[0] ?? latest;
    const span = latest.at - oldest.at;
    const rate = (now: number, then: number): number | null =>
      span < SHORTEST_SPAN_MS || now <= then ? null : ((now - then) * 1000) / span;
    return { bytesPerSecond: rate(latest.bytes, oldest.bytes), filesPerSecond: rate(latest.files, oldest.files) };
  }
}
