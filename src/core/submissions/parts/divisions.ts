import { isDeepStrictEqual } from 'node:util';
import { parseUnits } from '../../../shared/amounts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { batchStatusOf } from '../../../shared/submissions/batch-status.ts';
import type { Cost, EstimatedCost } from '../../../shared/submissions/cost.ts';
import type { PartTrouble } from '../../../shared/submissions/parts.ts';
import {
  isBeingChecked,
  isMoving,
  isUnknown,
  type OtherContent,
} from '../../../shared/submissions/submission-state.ts';
import type { Digests, Slice } from '../../digests/index.ts';
import { MOST_LEVELS, writeManifest } from '../../manifest/index.ts';
import type { Clock } from '../../service/index.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import type { ContentSource } from '../content/content-source.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { Journal } from '../journal/journal.ts';
import { type Load, sumOfLoads } from '../journal/load.ts';
import type { PartLoads, StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { SubmissionQueries } from '../journal/submission-queries.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { Publisher } from '../progress/publisher.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { PayloadLimits } from '../sending/payload-limits.ts';
import { Coverage, Division } from './division.ts';

/** In the order in which they are shown. */
const troubles = ['rejected', 'notKnown', 'checking', 'delayed'] as const;

/** Parts created ahead of sending. More are created when fewer than `FEW_LEFT` are left. */
const MADE_AHEAD = 48;
const FEW_LEFT = 24;
const neverStopped = new AbortController().signal;

/**
 * The divisions of rows, read from the disk when they are first needed. Decides what follows for a row from the states of
 * its parts: more parts, a manifest, a receipt, or a question to the user.
 */
export class Divisions {
  readonly #clock: Clock;
  readonly #digests: Digests;
  readonly #journal: Journal;
  readonly #cache: SubmissionCache;
  readonly #queries: SubmissionQueries;
  readonly #retriedWrites: RetriedWrites;
  readonly #publisher: Publisher;
  readonly #payloadLimits: PayloadLimits;
  readonly #sourceOf: (row: StoredSubmission) => ContentSource;
  /** The probable cost of a load. Null while it is not known. */
  readonly #costOf: (accountId: string, load: Load) => EstimatedCost | null;
  readonly #events: QueueEvents;
  readonly #divisions = new Map<number, Division>();
  /** Rows in progress. `again` means that something has changed since. */
  readonly #atWork = new Map<number, 'once' | 'again'>();

  constructor(
    clock: Clock,
    digests: Digests,
    journal: Journal,
    cache: SubmissionCache,
    queries: SubmissionQueries,
    retriedWrites: RetriedWrites,
    publisher: Publisher,
    payloadLimits: PayloadLimits,
    sourceOf: (row: StoredSubmission) => ContentSource,
    costOf: (accountId: string, load: Load) => EstimatedCost | null,
    events: QueueEvents,
  ) {
    this.#clock = clock;
    this.#digests = digests;
    this.#journal = journal;
    this.#cache = cache;
    this.#queries = queries;
    this.#retriedWrites = retriedWrites;
    this.#publisher = publisher;
    this.#payloadLimits = payloadLimits;
    this.#sourceOf = sourceOf;
    this.#costOf = costOf;
    this.#events = events;
  }

  of(row: StoredSubmission): Division {
    return this.#divisions.get(row.id) ?? this.#read(row);
  }

  known(rowId: number): Division | null {
    return this.#divisions.get(rowId) ?? null;
  }

  forget(rowId: number): void {
    this.#divisions.delete(rowId);
  }

  /** Returns the parts without a receipt, of the current level and of others. */
  open(division: Division): StoredSubmission[] {
    return [...division.withoutReceipt].flatMap((id) => this.#cache.get(id) ?? []);
  }

  delayed(division: Division): StoredSubmission[] {
    return [...division.delayed].flatMap((id) => this.#cache.get(id) ?? []);
  }

  /** Updates the row from its parts. Returns null if the row is gone. */
  refresh(division: Division): StoredSubmission | null {
    const row = this.#cache.get(division.rowId);
    if (row === null) return null;
    const { counts, loads, cost } = division.shown(row);
    const estimate = this.#estimate(row.accountId, loads, cost);
    return this.#cache.patch(row.id, { parts: { ...counts, estimate, trouble: this.#trouble(division) }, loads, cost });
  }

  /** Returns the known cost plus the probable cost of the rest. */
  #estimate(
    accountId: string,
    { awaited, underWay, toCome, withoutCost }: PartLoads,
    cost: Cost | null,
  ): EstimatedCost | null {
    const rest = sumOfLoads([awaited, underWay, toCome, withoutCost]);
    if (rest.submissions === 0) return cost && { cost };
    const estimate = this.#costOf(accountId, rest);
    if (estimate === null || cost === null) return cost === null ? estimate : null;
    const [known, probable] = [parseUnits(cost.amount, 0), parseUnits(estimate.cost.amount, 0)];
    if (known === null || probable === null || cost.token !== estimate.cost.token) return null;
    return { ...estimate, cost: { ...estimate.cost, amount: String(known + probable) } };
  }

  /** Returns a replaced part of the row in doubt that has the bytes of a current part. */
  #replacedInDoubt({ rowId, sameAs }: Division): StoredSubmission | null {
    const same = sameAs && this.#cache.get(sameAs.id);
    return same?.partOf?.row === rowId && same.partOf.offset === null && same.state.kind === 'unsettled' ? same : null;
  }

  /** Returns the part in trouble to show, with its number. */
  #trouble(division: Division): PartTrouble | null {
    const { tally } = division;
    const replaced = this.#replacedInDoubt(division);
    // Called at every change of a part. Most rows have no part in trouble.
    if (troubles.every((status) => tally.counts[status] === 0) && replaced === null) return null;
    const open = [...this.open(division), ...this.delayed(division), ...(replaced === null ? [] : [replaced])].map(
      (part) => ({ part, status: batchStatusOf(part.state) }),
    );
    for (const status of troubles) {
      const first = open.filter((each) => each.status === status).sort(byPlace)[0]?.part;
      if (first === undefined) continue;
      const number = this.#queries.numberOf(division.rowId, first.id);
      return { number, kind: first.partOf?.level === 0 ? 'slice' : 'manifest', status };
    }
    return null;
  }

  /** Replaces all parts from this level up. Submitted ones stay, but belong to no file. */
  async replaceFrom(row: StoredSubmission, level: number): Promise<void> {
    // Changes the cache first, so that a write of a part meanwhile keeps it replaced.
    for (const part of this.#cache.partsOf(row.id)) {
      const { partOf } = part;
      if (partOf === null || partOf.level < level) continue;
      this.#cache.put({ ...part, partOf: { ...partOf, offset: null } });
    }
    await this.#retriedWrites.write(() => this.#journal.replaceParts(row.id, level));
    this.refresh(this.#read(this.#cache.get(row.id) ?? row));
  }

  /** Makes a part smaller if it exceeds the limit. The rest of its bytes is sliced again. */
  fitted(part: StoredSubmission, division: Division): StoredSubmission {
    const { accountId, partOf, size, state } = part;
    const offset = partOf?.offset ?? null;
    const { partSize } = this.#payloadLimits.divisionOf(accountId);
    if (offset === null || size === null || size <= partSize || !isToBeSent(state)) return part;
    const smaller = this.#cache.patch(part.id, { size: partSize, ...noDigests });
    if (smaller === null) return part;
    // The coverage of another level is read from the disk when that level begins.
    if (partOf?.level === division.level)
      division.coverage.remove({ offset: offset + partSize, size: size - partSize });
    void this.#retriedWrites.write(() => this.#journal.update(this.#cache.get(part.id) ?? smaller));
    return smaller;
  }

  /** Call when the state of a part has changed. Frequent calls cost nothing. */
  wake(rowId: number): void {
    const isAtWork = this.#atWork.has(rowId);
    this.#atWork.set(rowId, isAtWork ? 'again' : 'once');
    if (!isAtWork) setImmediate(() => void this.#work(rowId));
  }

  async #work(rowId: number): Promise<void> {
    do {
      this.#atWork.set(rowId, 'once');
      const row = this.#cache.get(rowId);
      const division = this.known(rowId);
      if (row === null || division === null) break;
      try {
        await this.#step(row, division);
      } catch (error) {
        // The row shows the error, and the user can retry it.
        await this.#fail(row, division, { code: 'internal', detail: String(error) });
      }
    } while (this.#atWork.get(rowId) === 'again');
    this.#atWork.delete(rowId);
  }

  async #step(row: StoredSubmission, division: Division): Promise<void> {
    const open = this.open(division);
    const failed = open.find(isFailedForGood);
    switch (row.state.kind) {
      case 'in-parts':
        division.isStopping = failed !== undefined || division.sameAs !== null;
        if (!division.isStopping) return this.#goOn(row, division, open);
        // The tally is a moment behind, because it counts what is on the disk.
        if (division.tally.counts.sending > 0 || open.some(({ state }) => state.kind === 'sending')) return;
        return failed === undefined
          ? this.#failForSameBytes(row, division)
          : this.#fail(row, division, reasonOf(failed));
      case 'submitted':
      case 'delayed':
        return this.#follow(row, division);
      case 'incomplete': {
        const isInDoubt =
          open.some(({ state }) => state.kind === 'unsettled') || this.#replacedInDoubt(division) !== null;
        if (failed === undefined && division.wasInDoubt && !isInDoubt) await this.#goOnByItself(row);
        division.wasInDoubt = isInDoubt;
        return;
      }
      default:
        return;
    }
  }

  async #goOn(row: StoredSubmission, division: Division, all: readonly StoredSubmission[]): Promise<void> {
    const open = all.filter(({ partOf }) => partOf?.level === division.level);
    const streamSize = division.stream?.length ?? row.size ?? 0;
    const toSend = open.filter(({ state }) => isToBeSent(state) || state.kind === 'preparing');
    if (toSend.length < FEW_LEFT && row.partSize !== null) {
      const most = MADE_AHEAD - toSend.length;
      const slices = division.coverage.nextSlices(streamSize, row.partSize, most);
      if (slices.length > 0) return this.#make(row, division, slices);
    }
    if (open.length === 0) return this.#rise(row, division);
    if (open.some(({ state }) => isMoving(state) || isBeingChecked(state))) return;
    const unknown = open.find(({ state }) => isUnknown(state));
    if (unknown === undefined) return;
    division.wasInDoubt = true;
    await this.#fail(row, division, reasonOf(unknown));
  }

  /** Stops the row because of `sameAs`. If that is one of its own parts, the row resumes once the part is settled. */
  async #failForSameBytes({ id }: StoredSubmission, division: Division): Promise<void> {
    const { sameAs } = division;
    if (sameAs === null) return;
    division.wasInDoubt = sameAs.partOf?.row === id;
    const { name } = sameAs;
    const reason = division.wasInDoubt ? reasonOf(sameAs) : ({ code: 'same-bytes-unknown', values: { name } } as const);
    await this.#cache.save(this.#cache.apply(id, { type: 'part-failed', reason }));
  }

  async #make(row: StoredSubmission, division: Division, slices: readonly Slice[]): Promise<void> {
    const { level } = division;
    const { accountId, path, droppedPath, name, folder, mtimeNs, batch, turn } = row;
    const addedAt = new Date(this.#clock.now()).toISOString();
    const rest = { accountId, path, droppedPath, name, folder, mtimeNs, batch, turn, addedAt, seenAs: null };
    const rows = slices.map(({ offset, size }) => ({
      ...rest,
      size,
      partOf: { row: row.id, level, offset },
      state: { kind: 'waiting' } as const,
    }));
    let made: readonly StoredSubmission[] = [];
    await this.#retriedWrites.write(async () => {
      made = await this.#journal.add(rows);
    });
    for (const slice of slices) division.coverage.add(slice);
    for (const part of made) division.observe(this.#cache.put(part));
    const shown = this.refresh(division);
    if (shown !== null) this.#publisher.changed(shown);
    for (const part of made) this.#events.emit('part-made', part);
  }

  /**
   * Call when all parts of a level have receipts. Starts their manifest, or accepts the row if this was the top
   * manifest.
   */
  async #rise(row: StoredSubmission, division: Division): Promise<void> {
    const { level, stream } = division;
    // A manifest with missing or repeated bytes could not be put together again.
    const streamSize = stream?.length ?? row.size ?? 0;
    if (!division.coverage.isWhole(streamSize)) return this.#failAmiss(row, division, 'Some bytes are in no part.');
    const inParts = this.#queries.ranges(row.id, level).reduce((sum, { size }) => sum + size, 0);
    if (inParts !== streamSize) return this.#failAmiss(row, division, 'Some bytes are in more than one part.');
    const [first, second] = this.#queries.ofLevel(row.id, level);
    if (first !== undefined && second === undefined && level > 0) return this.#accept(row, first.submissionId);
    if (level === MOST_LEVELS) return this.#fail(row, division, { code: 'too-large' });
    const parts = this.#queries.ofLevel(row.id, level);
    if (stream === null) {
      division.stream = this.#sourceOf(row).manifest(row, parts);
    } else {
      const end = await this.#digests.ofBytes(new Uint8Array(stream), neverStopped);
      if (end.kind !== 'digested') return;
      const { sha256, blake2b256 } = end;
      const inside = { kind: 'manifest', name: null, files: [], folders: [], encryption: null } as const;
      division.stream = writeManifest({ ...inside, size: stream.length, sha256, blake2b256, parts });
    }
    division.level = level + 1;
    division.coverage = new Coverage(this.#queries.ranges(row.id, level + 1));
    // Parts of this level may exist from an earlier run.
    for (const part of this.open(division)) {
      if (part.partOf?.level === level + 1 && isToBeSent(part.state)) this.#events.emit('part-made', part);
    }
    this.wake(row.id);
  }

  async #accept({ id }: StoredSubmission, submissionId: string): Promise<void> {
    const at = this.#instant();
    const accepted = this.#cache.apply(id, { type: 'accepted', submissionId, at });
    if (accepted === null) return;
    await this.#cache.save(accepted);
    this.#events.emit('attempt-ended', this.#cache.get(id) ?? accepted);
    this.wake(id);
  }

  /** The service has the whole row. Its state follows from its parts. */
  async #follow({ id, state }: StoredSubmission, division: Division): Promise<void> {
    const { counts, made } = division.tally;
    const [delayed] = this.delayed(division);
    let changed: StoredSubmission | null = null;
    if (delayed !== undefined) {
      const reason = reasonOf(delayed);
      if (state.kind === 'delayed' && isDeepStrictEqual(state.reason, reason)) return;
      changed = this.#cache.apply(id, { type: 'delay', reason });
    } else if (counts.confirmed < made) {
      changed = this.#cache.apply(id, { type: 'go-on-waiting' });
    } else {
      const other = otherContentOf(this.#queries.withOtherContent(id));
      changed = this.#cache.apply(id, { type: 'confirm', at: this.#instant(), ...(other === null ? {} : { other }) });
    }
    await this.#cache.save(changed);
  }

  async #fail({ id }: StoredSubmission, { tally }: Division, reason: Failure): Promise<void> {
    const type = tally.isNothingThere ? 'refuse' : 'part-failed';
    await this.#cache.save(this.#cache.apply(id, { type, reason }));
  }

  #failAmiss(row: StoredSubmission, division: Division, detail: string): Promise<void> {
    return this.#fail(row, division, { code: 'parts-not-whole', detail });
  }

  async #goOnByItself({ id }: StoredSubmission): Promise<void> {
    const going = this.#cache.apply(id, { type: 'parts-go-on' });
    if (going === null) return;
    await this.#cache.save(going);
    this.#events.emit('row-goes-on', this.#cache.get(id) ?? going);
  }

  #instant(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  #read(row: StoredSubmission): Division {
    const division = new Division(row, this.#queries, (now) => this.#sourceOf(now).entryBytes(now));
    for (const part of this.#cache.partsOf(row.id)) {
      if (part.state.kind !== 'confirmed') division.observe(part);
      // The disk already counts it as confirmed. Its `observe` is still to come.
      else if (this.#queries.find(part.id)?.state.kind === 'confirmed') division.countedAlready.add(part.id);
    }
    this.#divisions.set(row.id, division);
    return division;
  }
}

type Placed = { readonly part: StoredSubmission };

function byPlace({ part: { partOf: one } }: Placed, { part: { partOf: other } }: Placed): number {
  return (one?.level ?? 0) - (other?.level ?? 0) || (one?.offset ?? 0) - (other?.offset ?? 0);
}

/** True if the part is sent again only when the user retries it. */
export function isFailedForGood({ state }: StoredSubmission): boolean {
  return state.kind === 'rejected';
}

function otherContentOf(found: ReturnType<SubmissionQueries['withOtherContent']>): OtherContent | null {
  if (found === null || found.part.state.kind !== 'confirmed' || found.part.state.other === undefined) return null;
  const kind = found.part.partOf?.level === 0 ? 'slice' : 'manifest';
  return { ...found.part.state.other, part: { number: found.number, kind } };
}

function reasonOf(part: StoredSubmission | undefined): Failure {
  const state = part?.state;
  return state !== undefined && 'reason' in state ? state.reason : { code: 'internal' };
}
