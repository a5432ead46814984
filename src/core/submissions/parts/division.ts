import type { Cost } from '../../../shared/submissions/cost.ts';
import { hasReceipt } from '../../../shared/submissions/submission-state.ts';
import { manifestLoad, type SubmissionLoad } from '../content/manifest-size.ts';
import type { PartRows } from '../journal/part-rows.ts';
import type { PartLoads, StoredSubmission } from '../journal/submission.ts';
import { Coverage } from './coverage.ts';
import type { PartCounts } from './part-tally.ts';
import { PartTally } from './part-tally.ts';

/** `cost`: what the records have told of it so far. */
type DivisionFigures = { readonly counts: PartCounts; readonly loads: PartLoads; readonly cost: Cost | null };

type Rows = Pick<PartRows, 'settled' | 'ranges'>;

/** How one row is divided: which of its bytes belong to parts, what became of those, and at which level it is. */
export class Division {
  readonly rowId: number;
  readonly tally: PartTally;
  /** Parts that are not replaced and have no receipt, as the disk has them. */
  readonly withoutReceipt = new Set<number>();
  /** Parts that are not replaced and have an error in their records. */
  readonly delayed = new Set<number>();
  /** The submission with the bytes of a part of the row, of which only the user knows if the service has it. */
  sameAs: StoredSubmission | null = null;
  /** Confirmed parts that were counted with those on the disk before anybody told of them. */
  readonly countedAlready = new Set<number>();
  /** Bytes that sockets have taken of slices of the row's stream. */
  readonly #onTheWay = new Map<number, number>();
  /** A part cannot be sent: no other goes out, and those that are out come to their end first. */
  isStopping = false;
  /** A part of it was in doubt when it stopped, and goes on once that is known. */
  wasInDoubt = false;
  /** That which is filled now: 0 for the row's own stream. */
  level = 0;
  coverage: Coverage;
  /** The manifest whose level is filled; null for the row's own stream. */
  stream: Uint8Array<ArrayBuffer> | null = null;
  readonly #entryBytes: (row: StoredSubmission) => number;

  /** `entryBytes`: bytes of what its manifest lists. */
  constructor(row: StoredSubmission, rows: Rows, entryBytes: (row: StoredSubmission) => number) {
    this.rowId = row.id;
    this.#entryBytes = entryBytes;
    this.tally = new PartTally(rows.settled(row.id).map((alike) => ({ ...alike, status: 'confirmed' })));
    this.coverage = new Coverage(rows.ranges(row.id, 0));
  }

  /** As it is on the disk now. */
  observe(part: StoredSubmission): void {
    if (this.countedAlready.delete(part.id)) return;
    this.tally.observe(part);
    if (part.state.kind !== 'sending') this.#onTheWay.delete(part.id);
    const isCurrent = part.partOf?.offset !== null;
    put(this.withoutReceipt, part.id, isCurrent && !hasReceipt(part.state));
    put(this.delayed, part.id, isCurrent && part.state.kind === 'delayed');
    if (part.state.kind === 'confirmed') this.tally.settle(part.id);
  }

  /** Of a part; how much of the row's stream has gone then. */
  sent({ id, partOf }: Pick<StoredSubmission, 'id' | 'partOf'>, done: number): number {
    if (partOf?.level === 0) this.#onTheWay.set(id, done);
    const { submittedBytes } = this.tally.progress(0, { submissions: 0, bytes: 0 });
    return this.#onTheWay.values().reduce((sum, bytes) => sum + bytes, submittedBytes);
  }

  stopped(id: number): void {
    this.#onTheWay.delete(id);
  }

  /** What the window is told of the row, and what its parts are by their cost. */
  shown(row: StoredSubmission): DivisionFigures {
    const partSize = row.partSize ?? 1;
    const left = 'submissionId' in row.state ? { submissions: 0, bytes: 0 } : this.#left(row, partSize);
    return { counts: this.tally.progress(partSize, left), loads: this.tally.loads(left), cost: this.tally.cost };
  }

  #left(row: StoredSubmission, partSize: number): SubmissionLoad {
    const { size } = row;
    const streamSize = this.stream?.length ?? size ?? 0;
    const slices = this.coverage.slicesLeft(streamSize, partSize);
    const bytes = this.coverage.gaps(streamSize).reduce((sum, gap) => sum + gap.size, 0);
    const made = this.tally.manifests;
    if (this.level > 0) return { submissions: slices, bytes };
    const all = this.tally.made - made + slices;
    const manifests = manifestLoad(all, this.#entryBytes(row), partSize);
    // A manifest that was made before, and is to be made anew, is not twice among them.
    const isMade = made >= manifests.submissions;
    return {
      submissions: slices + Math.max(0, manifests.submissions - made),
      bytes: bytes + (isMade ? 0 : manifests.bytes),
    };
  }
}

function put(ids: Set<number>, id: number, isIn: boolean): void {
  if (isIn) ids.add(id);
  else ids.delete(id);
}
