import type { Cost } from '../../../shared/submissions/cost.ts';
import { hasReceipt } from '../../../shared/submissions/submission-state.ts';
import type { Slice } from '../../digests/index.ts';
import { manifestLoad } from '../content/manifest-size.ts';
import { type Load, loadInPieces, noLoad, sumOfLoads } from '../journal/load.ts';
import type { PartLoads, StoredSubmission } from '../journal/submission.ts';
import type { SubmissionQueries } from '../journal/submission-queries.ts';
import { type PartCounts, PartTally } from './part-tally.ts';

/** `cost` is the cost that the records have shown so far. */
type DivisionFigures = { readonly counts: PartCounts; readonly loads: PartLoads; readonly cost: Cost | null };

/** The division of one row: which bytes belong to parts, the states of those parts, and the current level. */
export class Division {
  readonly rowId: number;
  readonly tally: PartTally;
  /** Current parts without a receipt on the disk. */
  readonly withoutReceipt = new Set<number>();
  /** Current parts with an error in their records. */
  readonly delayed = new Set<number>();
  /** A submission with the same bytes as a part of the row. Only the user knows if the service has it. */
  sameAs: StoredSubmission | null = null;
  /** Confirmed parts that are already counted from the disk, so that `observe` skips them. */
  readonly countedAlready = new Set<number>();
  /** Bytes sent so far of slices in progress, by part. */
  readonly #onTheWay = new Map<number, number>();
  /** True once a part cannot be sent. No other part starts, and running ones finish first. */
  isStopping = false;
  /** True if the row stopped because a part was in doubt. It resumes once that is settled. */
  wasInDoubt = false;
  /** The current level. 0 is the row's own stream. */
  level = 0;
  coverage: Coverage;
  /** The manifest that is divided at this level. Null for the row's own stream. */
  stream: Uint8Array<ArrayBuffer> | null = null;
  readonly #entryBytes: (row: StoredSubmission) => number;

  /** `entryBytes` returns the size of the entries in the row's manifest. */
  constructor(row: StoredSubmission, rows: SubmissionQueries, entryBytes: (row: StoredSubmission) => number) {
    this.rowId = row.id;
    this.#entryBytes = entryBytes;
    this.tally = new PartTally(rows.settled(row.id).map((alike) => ({ ...alike, status: 'confirmed' })));
    this.coverage = new Coverage(rows.ranges(row.id, 0));
  }

  /** Call with the state of a part that was written to the disk. */
  observe(part: StoredSubmission): void {
    if (this.countedAlready.delete(part.id)) return;
    this.tally.observe(part);
    if (part.state.kind !== 'sending') this.#onTheWay.delete(part.id);
    const isCurrent = part.partOf?.offset !== null;
    put(this.withoutReceipt, part.id, isCurrent && !hasReceipt(part.state));
    put(this.delayed, part.id, isCurrent && part.state.kind === 'delayed');
    if (part.state.kind === 'confirmed') this.tally.settle(part.id);
  }

  /** Records how many bytes of a part are sent. Returns the number of sent bytes of the row's stream. */
  sent({ id, partOf }: Pick<StoredSubmission, 'id' | 'partOf'>, done: number): number {
    if (partOf?.level === 0) this.#onTheWay.set(id, done);
    const { submittedBytes } = this.tally.progress(0, noLoad);
    return this.#onTheWay.values().reduce((sum, bytes) => sum + bytes, submittedBytes);
  }

  stopped(id: number): void {
    this.#onTheWay.delete(id);
  }

  /** Returns the figures that the window shows for the row. */
  shown(row: StoredSubmission): DivisionFigures {
    const partSize = row.partSize ?? 1;
    const left = 'submissionId' in row.state ? noLoad : this.#left(row, partSize);
    return { counts: this.tally.progress(partSize, left), loads: this.tally.loads(left), cost: this.tally.cost };
  }

  #left(row: StoredSubmission, partSize: number): Load {
    const { size } = row;
    const streamSize = this.stream?.length ?? size ?? 0;
    const slices = sumOfLoads(this.coverage.gaps(streamSize).map((gap) => loadInPieces(gap.size, partSize)));
    const made = this.tally.manifests;
    if (this.level > 0) return slices;
    const all = this.tally.made - made + slices.submissions;
    const manifests = manifestLoad(all, this.#entryBytes(row), partSize);
    // A replaced manifest that is created again counts once.
    const isMade = made >= manifests.submissions;
    return sumOfLoads([
      slices,
      isMade ? noLoad : { ...manifests, submissions: manifests.submissions - made, bounds: manifests.bounds - made },
    ]);
  }
}

function put(ids: Set<number>, id: number, isIn: boolean): void {
  if (isIn) ids.add(id);
  else ids.delete(id);
}

/** Tracks which bytes of a stream belong to parts. */
export class Coverage {
  /** Sorted, with a gap between neighbours. */
  #ranges: Slice[] = [];

  constructor(ranges: Iterable<Slice> = []) {
    for (const range of ranges) this.add(range);
  }

  add({ offset, size }: Slice): void {
    if (size <= 0) return;
    const ends = offset + size;
    const last = this.#ranges.at(-1);
    if (last === undefined || offset > last.offset + last.size) {
      this.#ranges.push({ offset, size });
      return;
    }
    const touches = (one: Slice): boolean => one.offset <= ends && offset <= one.offset + one.size;
    const touched = this.#ranges.filter(touches);
    const begin = Math.min(offset, ...touched.map((one) => one.offset));
    const end = Math.max(ends, ...touched.map((one) => one.offset + one.size));
    const others = this.#ranges.filter((one) => !touches(one));
    this.#ranges = [...others, { offset: begin, size: end - begin }].sort((a, b) => a.offset - b.offset);
  }

  /** Removes bytes, so that they are sliced again. */
  remove({ offset, size }: Slice): void {
    const ends = offset + size;
    this.#ranges = this.#ranges.flatMap((one) => {
      const before = { offset: one.offset, size: Math.min(offset, one.offset + one.size) - one.offset };
      const from = Math.max(ends, one.offset);
      const after = { offset: from, size: one.offset + one.size - from };
      return one.offset + one.size <= offset || one.offset >= ends ? [one] : [before, after].filter((r) => r.size > 0);
    });
  }

  /** Returns the ranges of the stream that belong to no part. */
  *gaps(streamSize: number): Generator<Slice> {
    let at = 0;
    for (const { offset, size } of this.#ranges) {
      if (offset > at) yield { offset: at, size: offset - at };
      at = offset + size;
    }
    if (at < streamSize) yield { offset: at, size: streamSize - at };
  }

  /** Returns at most `most` next slices. None is longer than `partSize` or overlaps covered bytes. */
  nextSlices(streamSize: number, partSize: number, most: number): Slice[] {
    const slices: Slice[] = [];
    for (const gap of this.gaps(streamSize)) {
      const gapEnd = gap.offset + gap.size;
      for (let at = gap.offset; at < gapEnd; ) {
        if (slices.length === most) return slices;
        const end = Math.min(at + partSize, gapEnd);
        slices.push({ offset: at, size: end - at });
        at = end;
      }
    }
    return slices;
  }

  isWhole(streamSize: number): boolean {
    return this.gaps(streamSize).next().done === true;
  }
}
