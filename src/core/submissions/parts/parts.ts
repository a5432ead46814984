import { hasReceipt, isPerhapsChargedInVain } from '../../../shared/submissions/submission-state.ts';
import { MOST_LEVELS } from '../../manifest/index.ts';
import type { SliceEnd } from '../content/content-source.ts';
import { loadInParts } from '../content/manifest-size.ts';
import { outgoingSize } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { isToBeSent } from '../journal/transitions.ts';
import { Advancing, type AdvancingParts, isFailedForGood } from './advancing.ts';
import { Divisions } from './divisions.ts';

type PartsParts = Omit<AdvancingParts, 'divisions'> & {
  /** What a part was charged does not change any more. */
  readonly keepCharge: (part: StoredSubmission) => void;
};

/**
 * Rows that go in parts. Their parts are submissions of their own, made some ahead of their sending, and every rule for a
 * submission holds for them.
 */
export class Parts {
  readonly #parts: PartsParts;
  readonly #divisions: Divisions;
  readonly #advancing: Advancing;

  constructor(parts: PartsParts) {
    this.#parts = parts;
    this.#divisions = new Divisions(parts);
    this.#advancing = new Advancing({ ...parts, divisions: this.#divisions });
    parts.events.on('payload-limit-changed', (accountId) => this.#planAnew(accountId));
  }

  /** Whether it goes in parts when its turn comes. */
  goesInParts(submission: StoredSubmission): boolean {
    const { accountId, content, partOf, partSize } = submission;
    if (partOf !== null) return false;
    // Of a folder only its manifest says what is in it.
    return (
      content === 'folder' ||
      partSize !== null ||
      (outgoingSize(submission) ?? 0) > this.#parts.payloadLimits.divisionOf(accountId).largestWhole
    );
  }

  /** Whether a submission may be sent as things are with the row that it is a part of. */
  mayGo({ partOf }: StoredSubmission): boolean {
    if (partOf === null) return true;
    if (partOf.offset === null || this.#divisions.known(partOf.row)?.isStopping === true) return false;
    return this.#parts.cache.get(partOf.row)?.state.kind === 'in-parts';
  }

  /** The turn of a row has come: it is divided, or goes on where it was. */
  async begin({ id }: StoredSubmission): Promise<void> {
    const { cache, payloadLimits, persist, sourceOf } = this.#parts;
    const row = cache.get(id);
    if (row === null || row.size === null) return;
    const { partSize } = payloadLimits.divisionOf(row.accountId);
    if (loadInParts(row.size, sourceOf(row).entryBytes(row), partSize).levels > MOST_LEVELS) {
      const refused = cache.apply(id, { type: 'refuse', reason: { code: 'too-large' } });
      if (refused !== null) await persist(refused);
      return;
    }
    const agreedSubmissions = row.partSize === null ? agreedOnceDivided(row) : row.agreedSubmissions;
    const divided = cache.apply(id, { type: 'divide' }, { partSize, agreedSubmissions });
    if (divided === null) return;
    this.#divisions.of(divided);
    await persist(divided);
    this.resume(cache.get(id) ?? divided);
  }

  /** The parts of a row go on that stopped with it. One that failed for good stops it again: only a person has that sent. */
  resume(row: StoredSubmission): void {
    const division = this.#divisions.of(row);
    const open = this.#divisions.open(division);
    division.isStopping = open.some(isFailedForGood);
    division.sameAs = null;
    for (const part of open) void this.#goOn(part, row.turn, division.level);
    this.#advancing.wake(row.id);
  }

  /**
   * A person wants a row tried again: with its turn those of its parts have theirs that failed. `isToldOfCharged`: they know that
   * some may have been paid for; else one that has failed so since they were asked stops its row again. `delayed`: those of its
   * parts that they want to pay for again.
   */
  async tryAgain(row: StoredSubmission, isToldOfCharged: boolean, delayed: readonly StoredSubmission[]): Promise<void> {
    if (row.partSize === null) return;
    const { cache, persist } = this.#parts;
    const isAgain = (part: StoredSubmission): boolean =>
      isFailedForGood(part) && (isToldOfCharged || !isPerhapsChargedInVain(part.state));
    const asTheyWere = new Set(delayed.map(({ state }) => state));
    const stillDelayed = (): StoredSubmission[] =>
      this.#divisions.delayed(this.#divisions.of(row)).filter(({ state }) => asTheyWere.has(state));
    // Their ids stand in manifests that were made of them.
    const levels = new Set(stillDelayed().map(({ partOf }) => partOf?.level ?? 0));
    if (levels.size > 0) await this.#divisions.replaceFrom(row, Math.min(...levels) + 1);
    const failed = this.#divisions.open(this.#divisions.of(row)).filter(isAgain);
    const again = [...failed, ...stillDelayed()].flatMap(({ id }) => cache.apply(id, { type: 'retry' }) ?? []);
    await Promise.all(again.map(persist));
    // Its stream may be another by now.
    this.#divisions.refresh(this.#divisions.of(row));
  }

  /** The bytes of a part are there already: their submission id is its, and it is not paid again. */
  async take({ id }: StoredSubmission, submissionId: string): Promise<void> {
    const { cache, clock, events, persist } = this.#parts;
    const at = new Date(clock.now()).toISOString();
    const taken = cache.apply(id, { type: 'accepted', submissionId, at });
    if (taken === null) return;
    await persist(taken);
    events.emit('attempt-ended', cache.get(id) ?? taken);
    events.emit('unblocked');
  }

  /** Stops the row of a part: only the user knows if the service has its bytes, as those of `same`. */
  stopForSame({ partOf }: StoredSubmission, same: StoredSubmission): void {
    const row = this.#parts.cache.get(partOf?.row ?? 0);
    if (row === null) return;
    this.#divisions.of(row).sameAs = same;
    this.#advancing.wake(row.id);
  }

  /** A part as it is on the disk now. Its row as it is shown then; null where that is gone. */
  observe(part: StoredSubmission): StoredSubmission | null {
    const { cache, keepCharge } = this.#parts;
    const row = part.partOf === null ? null : cache.get(part.partOf.row);
    if (row === null) return null;
    const division = this.#divisions.of(row);
    division.observe(this.#divisions.fitted(part, division));
    if (part.state.kind === 'confirmed') {
      keepCharge(part);
      cache.remove(part.id);
    }
    this.#advancing.wake(row.id);
    return this.#divisions.refresh(division);
  }

  /** How much of a row's stream has gone, once so many bytes of a part have. */
  sent(part: Pick<StoredSubmission, 'id' | 'partOf'>, done: number): number {
    return this.#divisions.known(part.partOf?.row ?? 0)?.sent(part, done) ?? 0;
  }

  /** The bytes of a part, with their digests. Never rejects. */
  async read(part: StoredSubmission, signal: AbortSignal): Promise<SliceEnd> {
    const { cache, digests, sourceOf } = this.#parts;
    const { partOf, size } = part;
    const row = partOf === null ? null : cache.get(partOf.row);
    if (row === null || partOf === null || partOf.offset === null || size === null) return { kind: 'cancelled' };
    const { level, offset } = partOf;
    if (level === 0) return sourceOf(row).read(row, { offset, size }, signal);
    const division = this.#divisions.of(row);
    // One of a manifest that is to be composed yet has its turn then.
    if (division.level !== level || division.stream === null) return { kind: 'cancelled' };
    // In memory of its own, since it is handed from thread to thread.
    const bytes = new Uint8Array(division.stream.subarray(offset, offset + size));
    const end = await digests.ofBytes(bytes, signal, 'no-keccak');
    if (end.kind === 'digested') return { ...end, kind: 'read', bytes };
    return end.kind === 'cancelled' ? end : { kind: 'failed', reason: { code: 'internal', detail: end.detail } };
  }

  /** True if a file of the account is partly submitted. Its other parts have to go to the same service. */
  hasUnfinished(accountId: string): boolean {
    return this.#parts.cache
      .rowsOf(accountId)
      .some((row) => row.state.kind !== 'submitted' && row.state.kind !== 'confirmed' && this.hasSubmitted(row));
  }

  /** Whether anything of it is submitted, or may be. */
  hasSubmitted(row: StoredSubmission): boolean {
    return row.partSize !== null && !this.#divisions.of(row).tally.isNothingThere;
  }

  /** Whether a part of it that goes again with a person's yes may have been paid for. */
  hasChargedParts(row: StoredSubmission): boolean {
    if (row.partSize === null) return false;
    return this.#divisions.open(this.#divisions.of(row)).some(({ state }) => isPerhapsChargedInVain(state));
  }

  /** Parts of it whose records have an error; none unless all of it is with the service. */
  delayed(row: StoredSubmission): readonly StoredSubmission[] {
    if (row.partSize === null || row.state.kind !== 'delayed') return [];
    return this.#divisions.delayed(this.#divisions.of(row));
  }

  /** A row is another stream from here on. The submitted parts of the old one stay, as parts of nothing. */
  async startAnew(row: StoredSubmission): Promise<void> {
    if (row.partSize !== null) await this.#divisions.replaceFrom(row, 0);
  }

  /** Takes up what an earlier run left, before anything is decided. */
  recover(): void {
    for (const row of [...this.#parts.cache.all()]) {
      if (row.partSize === null) continue;
      this.#divisions.refresh(this.#divisions.of(row));
      // The end of its last part may be written, and its own not.
      if (row.state.kind === 'incomplete' || hasReceipt(row.state)) this.#advancing.wake(row.id);
    }
  }

  /** It is taken off the list, and its parts with it. */
  forget(rowId: number): void {
    const { cache } = this.#parts;
    this.#divisions.forget(rowId);
    for (const { id } of cache.partsOf(rowId)) cache.remove(id);
  }

  /** It is on the list again. Those of its parts that something may still become of. */
  bringBack(row: StoredSubmission): StoredSubmission[] {
    if (row.partSize === null) return [];
    const { cache, partRows } = this.#parts;
    const open = partRows.open(row.id).map((part) => cache.put(part));
    this.#divisions.refresh(this.#divisions.of(row));
    return open;
  }

  /** What stopped with its row is to be sent again. */
  async #goOn(part: StoredSubmission, turn: number, level: number): Promise<void> {
    const { cache, events, persist } = this.#parts;
    const { kind } = part.state;
    const event = kind === 'paused' ? 'resume' : null;
    const changed = event === null ? cache.patch(part.id, { turn }) : cache.apply(part.id, { type: event }, { turn });
    if (changed === null) return;
    if (event !== null) await persist(changed);
    const now = cache.get(part.id);
    if (now !== null && isToBeSent(now.state) && now.partOf?.level === level) events.emit('part-made', now);
  }

  /** Something is known of an account's limit that was not when its rows were planned. */
  #planAnew(accountId: string): void {
    const { cache, payloadLimits, show } = this.#parts;
    const { partSize } = payloadLimits.divisionOf(accountId);
    for (const row of cache.rowsOf(accountId)) {
      if (row.partSize === null) {
        const planned = cache.put(row);
        if (planned !== row) show(planned);
      } else if (!('submissionId' in row.state)) {
        const division = this.#divisions.of(cache.patch(row.id, { partSize }) ?? row);
        for (const part of this.#divisions.open(division)) {
          division.observe(this.#divisions.fitted(part, division));
        }
        const shown = this.#divisions.refresh(division);
        if (shown !== null) show(shown);
        this.#advancing.wake(row.id);
      }
    }
  }
}

/** Whatever goes unasked is agreed to: that it comes to be more is asked about. */
function agreedOnceDivided({ agreedSubmissions, parts }: StoredSubmission): number {
  return Math.max(agreedSubmissions ?? 0, parts?.total ?? 1);
}
