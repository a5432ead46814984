import { hasReceipt, isPerhapsChargedInVain } from '../../../shared/submissions/submission-state.ts';
import type { Digests } from '../../digests/index.ts';
import { MOST_LEVELS } from '../../manifest/index.ts';
import type { Clock } from '../../service/index.ts';
import type { ContentSource, SliceEnd } from '../content/content-source.ts';
import { loadInParts } from '../content/manifest-size.ts';
import { outgoingSize } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { SubmissionQueries } from '../journal/submission-queries.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { Batches } from '../progress/batch.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { PayloadLimits } from '../sending/payload-limits.ts';
import { type Divisions, isFailedForGood } from './divisions.ts';

/**
 * Sends rows in parts. Each part is a submission of its own, created some ahead of sending. All rules for submissions
 * apply to parts.
 */
export class Parts {
  readonly #clock: Clock;
  readonly #digests: Digests;
  readonly #cache: SubmissionCache;
  readonly #queries: SubmissionQueries;
  readonly #batches: Batches;
  readonly #publisher: Publisher;
  readonly #payloadLimits: PayloadLimits;
  readonly #divisions: Divisions;
  readonly #sourceOf: (row: StoredSubmission) => ContentSource;
  readonly #events: QueueEvents;

  constructor(
    clock: Clock,
    digests: Digests,
    cache: SubmissionCache,
    queries: SubmissionQueries,
    batches: Batches,
    publisher: Publisher,
    payloadLimits: PayloadLimits,
    divisions: Divisions,
    sourceOf: (row: StoredSubmission) => ContentSource,
    events: QueueEvents,
  ) {
    this.#clock = clock;
    this.#digests = digests;
    this.#cache = cache;
    this.#queries = queries;
    this.#batches = batches;
    this.#publisher = publisher;
    this.#payloadLimits = payloadLimits;
    this.#divisions = divisions;
    this.#sourceOf = sourceOf;
    this.#events = events;
    events.on('payload-limit-changed', (accountId) => this.#planAnew(accountId));
  }

  /** True if the submission is sent in parts. */
  goesInParts(submission: StoredSubmission): boolean {
    const { accountId, content, partOf, partSize } = submission;
    if (partOf !== null) return false;
    // Only the manifest of a folder describes its content.
    return (
      content === 'folder' ||
      partSize !== null ||
      (outgoingSize(submission) ?? 0) > this.#payloadLimits.divisionOf(accountId).largestWhole
    );
  }

  /** True if a submission may be sent in the current state of its row. */
  mayGo({ partOf }: StoredSubmission): boolean {
    if (partOf === null) return true;
    if (partOf.offset === null || this.#divisions.known(partOf.row)?.isStopping === true) return false;
    return this.#cache.get(partOf.row)?.state.kind === 'in-parts';
  }

  /** Call when the turn of a row comes. Divides it, or resumes it. */
  async begin({ id }: StoredSubmission): Promise<void> {
    const row = this.#cache.get(id);
    if (row === null || row.size === null) return;
    const { partSize } = this.#payloadLimits.divisionOf(row.accountId);
    if (loadInParts(row.size, this.#sourceOf(row).entryBytes(row), partSize).levels > MOST_LEVELS) {
      await this.#cache.save(this.#cache.apply(id, { type: 'refuse', reason: { code: 'too-large' } }));
      return;
    }
    const agreedSubmissions = row.partSize === null ? agreedOnceDivided(row) : row.agreedSubmissions;
    const divided = this.#cache.apply(id, { type: 'divide' }, { partSize, agreedSubmissions });
    if (divided === null) return;
    this.#divisions.of(divided);
    await this.#cache.save(divided);
    this.resume(this.#cache.get(id) ?? divided);
  }

  /**
   * Resumes the parts that stopped with their row. A part that failed for good stops the row again: only the user can
   * retry it.
   */
  resume(row: StoredSubmission): void {
    const division = this.#divisions.of(row);
    const open = this.#divisions.open(division);
    division.isStopping = open.some(isFailedForGood);
    division.sameAs = null;
    for (const part of open) void this.#goOn(part, row.turn, division.level);
    this.#divisions.wake(row.id);
  }

  /**
   * Retries the failed parts of a file. `knowsOfCharged`: the user knows that some may have been paid for. Otherwise a
   * part that failed this way since the question stops its row again. `delayed`: the parts that the user wants to pay
   * for again.
   */
  async tryAgain(row: StoredSubmission, knowsOfCharged: boolean, delayed: readonly StoredSubmission[]): Promise<void> {
    if (row.partSize === null) return;
    const isAgain = (part: StoredSubmission): boolean =>
      isFailedForGood(part) && (knowsOfCharged || !isPerhapsChargedInVain(part.state));
    const asTheyWere = new Set(delayed.map(({ state }) => state));
    const stillDelayed = (): StoredSubmission[] =>
      this.#divisions.delayed(this.#divisions.of(row)).filter(({ state }) => asTheyWere.has(state));
    // Existing manifests contain their ids.
    const levels = new Set(stillDelayed().map(({ partOf }) => partOf?.level ?? 0));
    if (levels.size > 0) await this.#divisions.replaceFrom(row, Math.min(...levels) + 1);
    const failed = this.#divisions.open(this.#divisions.of(row)).filter(isAgain);
    const again = [...failed, ...stillDelayed()].flatMap(({ id }) => this.#cache.apply(id, { type: 'retry' }) ?? []);
    await Promise.all(again.map((each) => this.#cache.save(each)));
    // The stream may have changed.
    this.#divisions.refresh(this.#divisions.of(row));
  }

  /** Gives a part the id of an earlier submission of its bytes. It is not paid for again. */
  async take({ id }: StoredSubmission, submissionId: string): Promise<void> {
    const at = new Date(this.#clock.now()).toISOString();
    const taken = this.#cache.apply(id, { type: 'accepted', submissionId, at });
    if (taken === null) return;
    await this.#cache.save(taken);
    this.#events.emit('attempt-ended', this.#cache.get(id) ?? taken);
    this.#events.emit('unblocked');
  }

  /** Stops the row of a part. Only the user knows if the service has its bytes, submitted as `same`. */
  stopForSame({ partOf }: StoredSubmission, same: StoredSubmission): void {
    const row = this.#cache.get(partOf?.row ?? 0);
    if (row === null) return;
    this.#divisions.of(row).sameAs = same;
    this.#divisions.wake(row.id);
  }

  /** Call with the state of a part that was written to the disk. Returns its updated row, or null if the row is gone. */
  observe(part: StoredSubmission): StoredSubmission | null {
    const row = part.partOf === null ? null : this.#cache.get(part.partOf.row);
    if (row === null) return null;
    const division = this.#divisions.of(row);
    division.observe(this.#divisions.fitted(part, division));
    if (part.state.kind === 'confirmed') {
      this.#batches.of(part.accountId).keepCharge(part.id);
      this.#cache.remove(part.id);
    }
    this.#divisions.wake(row.id);
    return this.#divisions.refresh(division);
  }

  /** Records how many bytes of a part are sent. Returns the number of sent bytes of the row's stream. */
  sent(part: Pick<StoredSubmission, 'id' | 'partOf'>, done: number): number {
    return this.#divisions.known(part.partOf?.row ?? 0)?.sent(part, done) ?? 0;
  }

  /** Returns the bytes of a part with their digests. Never rejects. */
  async read(part: StoredSubmission, signal: AbortSignal): Promise<SliceEnd> {
    const { partOf, size } = part;
    const row = partOf === null ? null : this.#cache.get(partOf.row);
    if (row === null || partOf === null || partOf.offset === null || size === null) return { kind: 'cancelled' };
    const { level, offset } = partOf;
    if (level === 0) return this.#sourceOf(row).read(row, { offset, size }, signal);
    const division = this.#divisions.of(row);
    // A part of a manifest that is not composed yet is read later.
    if (division.level !== level || division.stream === null) return { kind: 'cancelled' };
    // A copy, because the buffer moves to another thread.
    const bytes = new Uint8Array(division.stream.subarray(offset, offset + size));
    const end = await this.#digests.ofBytes(bytes, signal, 'no-keccak');
    if (end.kind === 'digested') return { ...end, kind: 'read', bytes };
    return end.kind === 'cancelled' ? end : { kind: 'failed', reason: { code: 'internal', detail: end.detail } };
  }

  /** True if a file of the account is partly submitted. Its other parts must go to the same service. */
  hasUnfinished(accountId: string): boolean {
    return this.#cache
      .rowsOf(accountId)
      .some((row) => row.state.kind !== 'submitted' && row.state.kind !== 'confirmed' && this.hasSubmitted(row));
  }

  /** True if any part of the row is or may be submitted. */
  hasSubmitted(row: StoredSubmission): boolean {
    return row.partSize !== null && !this.#divisions.of(row).tally.isNothingThere;
  }

  /** True if a retry sends a part that may already have been paid for. */
  hasChargedParts(row: StoredSubmission): boolean {
    if (row.partSize === null) return false;
    return this.#divisions.open(this.#divisions.of(row)).some(({ state }) => isPerhapsChargedInVain(state));
  }

  /** Returns the parts with an error in their records. Empty unless the service has the whole row. */
  delayed(row: StoredSubmission): readonly StoredSubmission[] {
    if (row.partSize === null || row.state.kind !== 'delayed') return [];
    return this.#divisions.delayed(this.#divisions.of(row));
  }

  /** Call when the stream of a row has changed. Submitted parts of the old stream stay, but belong to no file. */
  async startAnew(row: StoredSubmission): Promise<void> {
    if (row.partSize !== null) await this.#divisions.replaceFrom(row, 0);
  }

  /** Resumes the work of an earlier run. Call before anything is decided. */
  recover(): void {
    for (const row of [...this.#cache.all()]) {
      if (row.partSize === null) continue;
      this.#divisions.refresh(this.#divisions.of(row));
      // A kill may have come after its last part was written and before the row.
      if (row.state.kind === 'incomplete' || hasReceipt(row.state)) this.#divisions.wake(row.id);
    }
  }

  /** Call when a row is removed from the list. Its parts leave the cache with it. */
  forget(rowId: number): void {
    this.#divisions.forget(rowId);
    for (const { id } of this.#cache.partsOf(rowId)) this.#cache.remove(id);
  }

  /** Call when a row is restored. Returns its parts that are not finished. */
  bringBack(row: StoredSubmission): StoredSubmission[] {
    if (row.partSize === null) return [];
    const open = this.#queries.open(row.id).map((part) => this.#cache.put(part));
    this.#divisions.refresh(this.#divisions.of(row));
    return open;
  }

  /** Resumes a part that stopped with its row. */
  async #goOn(part: StoredSubmission, turn: number, level: number): Promise<void> {
    const { kind } = part.state;
    const event = kind === 'paused' ? 'resume' : null;
    const changed =
      event === null ? this.#cache.patch(part.id, { turn }) : this.#cache.apply(part.id, { type: event }, { turn });
    if (changed === null) return;
    if (event !== null) await this.#cache.save(changed);
    const now = this.#cache.get(part.id);
    if (now !== null && isToBeSent(now.state) && now.partOf?.level === level) this.#events.emit('part-made', now);
  }

  /** Adapts the account's rows to a changed payload limit. */
  #planAnew(accountId: string): void {
    const { partSize } = this.#payloadLimits.divisionOf(accountId);
    for (const row of this.#cache.rowsOf(accountId)) {
      if (row.partSize === null) {
        const planned = this.#cache.put(row);
        if (planned !== row) this.#publisher.changed(planned);
      } else if (!('submissionId' in row.state)) {
        const division = this.#divisions.of(this.#cache.patch(row.id, { partSize }) ?? row);
        for (const part of this.#divisions.open(division)) {
          division.observe(this.#divisions.fitted(part, division));
        }
        const shown = this.#divisions.refresh(division);
        if (shown !== null) this.#publisher.changed(shown);
        this.#divisions.wake(row.id);
      }
    }
  }
}

/** A number of submissions that needs no question counts as approved. The user is asked if it grows. */
function agreedOnceDivided({ agreedSubmissions, parts }: StoredSubmission): number {
  return Math.max(agreedSubmissions ?? 0, parts?.total ?? 1);
}
