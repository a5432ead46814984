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
import { mayBeAtService } from '../../../shared/submissions/submission-state.ts';
import type { Clock } from '../../service/index.ts';
import { type Charge, chargeOf, type Estimates } from '../cost/estimates.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Load } from '../journal/load.ts';
import { loadOfRow } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionQueries } from '../journal/submission-queries.ts';
import { BatchCosts } from './batch-costs.ts';

/** The numbers of a batch. Rates are per second over the last seconds, null while nothing moves. */
export type BatchTotals = Pick<QueueSummary, 'counts' | 'bytes' | 'bytesPerSecond'> & {
  readonly filesPerSecond: number | null;
  /** Files that are or will be sent without a decision of the user, without the bytes that the socket has taken. */
  readonly moving: { readonly files: number; readonly bytes: number };
  /** Bytes that the socket has taken of what is being sent. */
  readonly bytesTaken: number;
  /** The failure of a file that waits because the service was unreachable; null if there is none. */
  readonly unreachable: Failure | null;
};

/** Statuses in which nothing more happens unless the user asks. */
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
 * The totals of all files that one account added since its queue was last done, for the progress bar and the costs.
 * Updated by addition, so that a change takes the same time with ten submissions and with ten thousand.
 */
export class Batch {
  #current: number;
  readonly #rates: BatchRates;
  #members = new Map<number, StoredSubmission>();
  #counts: Record<BatchStatus, number> = { ...noFiles };
  #bytes: Record<BatchStatus, number> = { ...noFiles };
  #costs = new BatchCosts();
  readonly #underWay = new Map<number, SubmissionProgress>();
  readonly #beingRead = new Map<number, SubmissionProgress>();
  #unreachable = new Map<number, Failure>();
  #charges = new Map<number, Charge>();
  /** By token; null if it is unknown. */
  #spent = new Map<string | null, bigint>();
  #additions = 0;
  #forAdditions: number;

  /** `id`: the last batch of the last run. */
  constructor(monotonic: () => number, id = 0) {
    this.#rates = new BatchRates(monotonic);
    this.#current = id;
    this.#forAdditions = id;
  }

  get current(): number {
    return this.#current;
  }

  /** Base units of a token, or of all tokens if it is null. Payments with an unknown token count as well. */
  spent(token: string | null): bigint {
    if (token === null) return this.#spent.values().reduce((sum, amount) => sum + amount, 0n);
    return (this.#spent.get(token) ?? 0n) + (this.#spent.get(null) ?? 0n);
  }

  get filesWithoutCost(): number {
    return this.#costs.filesWithoutCost;
  }

  /**
   * Begins an addition of files and returns its batch. Until `endAddition`, everything that is added belongs to this batch, even
   * if its first files are done, because each batch has a spending limit of its own.
   */
  beginAddition(): number {
    if (this.#additions === 0) this.#forAdditions = this.#isOver() ? this.#current + 1 : this.#current;
    this.#additions += 1;
    return this.#forAdditions;
  }

  endAddition(): void {
    this.#additions -= 1;
  }

  observe(submission: StoredSubmission): void {
    const { id, state } = submission;
    const status = batchStatusOf(state);
    const known = this.#members.get(id);
    if (known === undefined) {
      if (submission.batch > this.#current) this.#begin(submission.batch);
      // A file of an earlier batch does not bring that batch back if it is searched for again.
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

  /** Removes a file from the totals. Its charge stays, because the spending limit holds for the whole batch. */
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
    // A part that is retried is sent from its beginning.
    this.#rates.took(Math.max(0, progress.done - (this.#underWay.get(progress.id)?.done ?? 0)));
    this.#underWay.set(progress.id, progress);
  }

  /** Bytes that were read of a submission that is being prepared. */
  read(progress: SubmissionProgress): void {
    if (this.#members.get(progress.id)?.state.kind === 'preparing') this.#beingRead.set(progress.id, progress);
  }

  /** Call if an attempt ended without a receipt. */
  stopped(localId: number): void {
    this.#underWay.delete(localId);
  }

  has(localId: number): boolean {
    return this.#members.has(localId);
  }

  /** Sets the known or estimated cost of a submission; null removes it. */
  charge(localId: number, charge: Charge | null): void {
    // A negative cost would make room below the spending limit, so the estimate stays.
    if (charge !== null && charge.amount < 0n) return;
    const before = this.#charges.get(localId);
    if (before !== undefined) this.#spend(before.token, -before.amount);
    this.#charges.delete(localId);
    if (charge === null) return;
    this.#charges.set(localId, charge);
    this.#spend(charge.token, charge.amount);
  }

  /** The charge of this submission is final, so only the sum is kept. */
  keepCharge(localId: number): void {
    this.#charges.delete(localId);
  }

  /** Adds a payment for submissions that are not in memory. */
  chargeBesides({ token, amount }: Charge): void {
    if (amount > 0n) this.#spend(token, amount);
  }

  progress(): SubmissionProgress[] {
    return [...this.#underWay.values(), ...this.#beingRead.values()];
  }

  /** The files that will still be sent unless the user decides otherwise. */
  unsent(): Load {
    return this.#costs.toCome();
  }

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
      // The rate of earlier seconds says nothing if nothing is being sent.
      bytesPerSecond: counts.sending > 0 ? bytesPerSecond : null,
      filesPerSecond: this.#isOver() ? null : filesPerSecond,
      moving: { files: counts.toGo + counts.sending, bytes: Math.max(0, moving - bytesTaken) },
      bytesTaken,
      unreachable: this.#unreachable.values().next().value ?? null,
    };
  }

  #begin(batch: number): void {
    this.#current = batch;
    this.#members = new Map();
    this.#counts = { ...noFiles };
    this.#bytes = { ...noFiles };
    this.#costs = new BatchCosts();
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
    this.#unreachable.delete(id);
    if (sign === -1) return;
    if (state.kind === 'retrying' && state.reason.code === 'unreachable') this.#unreachable.set(id, state.reason);
  }
}

const RATE_WINDOW_MS = 5_000;
const SHORTEST_SPAN_MS = 500;

type Rates = { readonly bytesPerSecond: number | null; readonly filesPerSecond: number | null };

/** Measures the speed of a batch over the last seconds. */
export class BatchRates {
  readonly #monotonic: () => number;
  #samples: { readonly at: number; readonly bytes: number; readonly files: number }[] = [];
  #bytes = 0;
  #files = 0;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  took(bytes: number): void {
    this.#bytes += bytes;
  }

  ended(): void {
    this.#files += 1;
  }

  begin(): void {
    this.#samples = [];
  }

  /** Per second; null if nothing was sent. Each call adds a sample. */
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

/** The batch of each account, with the costs of files from earlier runs. */
export class Batches {
  readonly #clock: Clock;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #queries: SubmissionQueries;
  readonly #estimates: Estimates;
  readonly #batches = new Map<string, Batch>();

  constructor(clock: Clock, earlierSubmissions: EarlierSubmissions, queries: SubmissionQueries, estimates: Estimates) {
    this.#clock = clock;
    this.#earlierSubmissions = earlierSubmissions;
    this.#queries = queries;
    this.#estimates = estimates;
  }

  of(accountId: string): Batch {
    const known = this.#batches.get(accountId);
    if (known !== undefined) return known;
    const last = this.#earlierSubmissions.lastBatch(accountId);
    const made = new Batch(this.#clock.monotonic, last);
    this.#batches.set(accountId, made);
    // Removed files were paid for too.
    for (const submission of this.#earlierSubmissions.removedOfBatch(accountId, last)) {
      if (submission.partOf === null) {
        made.observe(submission);
        made.forget(submission.id);
      }
      this.#chargeKnown(submission, made);
    }
    return made;
  }

  /** Adds a submission of an earlier run. */
  recover(submission: StoredSubmission): void {
    const batch = this.of(submission.accountId);
    if (submission.partOf === null) batch.observe(submission);
    if (submission.partSize !== null) this.#chargeSettled(submission, batch);
    if (submission.batch === batch.current) this.#chargeKnown(submission, batch);
  }

  forget(accountId: string): void {
    this.#batches.delete(accountId);
  }

  /** Adds the costs of confirmed parts, which are not in memory. */
  #chargeSettled({ id, accountId, batch: of }: StoredSubmission, batch: Batch): void {
    if (of !== batch.current) return;
    const payer = { accountId, token: this.#earlierSubmissions.tokenOf(id) };
    for (const { cost, load, wasThere } of this.#queries.settled(id)) {
      const each = cost === null ? null : chargeOf(cost);
      const known = each === null ? null : { ...each, amount: each.amount * BigInt(load.submissions) };
      const charge = known ?? this.#estimates.chargeOf(payer, load);
      if (!wasThere && charge !== null) batch.chargeBesides(charge);
    }
  }

  #chargeKnown(submission: StoredSubmission, batch: Batch): void {
    const { id, accountId, attempts, state, cost, partOf, partSize } = submission;
    // A file in parts is paid for by part, and a part that took an existing receipt is not paid for.
    if (!mayBeAtService(state) || partSize !== null || (partOf !== null && attempts === 0)) return;
    // Another token may pay by now.
    const payer = { accountId, token: this.#earlierSubmissions.tokenOf(id) };
    const isKnown = cost !== null && /^\d+$/.test(cost.amount);
    batch.charge(id, isKnown ? chargeOf(cost) : this.#estimates.chargeOf(payer, loadOfRow(submission)));
  }
}
