import { parseUnits } from '../../../shared/amounts.ts';
import { batchStatusOf } from '../../../shared/submissions/batch-status.ts';
import type { Cost, EstimatedCost } from '../../../shared/submissions/cost.ts';
import type { PartTrouble } from '../../../shared/submissions/parts.ts';
import type { RetriedWrites } from '../../storage/index.ts';
import type { ContentSource } from '../content/content-source.ts';
import type { Load } from '../cost/cost-history.ts';
import { noDigests } from '../journal/content-digests.ts';
import type { Journal } from '../journal/journal.ts';
import type { PartRows } from '../journal/part-rows.ts';
import type { PartLoads, StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { PayloadLimits } from '../sending/payload-limits.ts';
import { Division } from './division.ts';

/** In the order in which they are shown. */
const troubles = ['rejected', 'notKnown', 'checking', 'delayed'] as const;

/** The divisions of rows, read from the disk when they are first needed. */
export class Divisions {
  readonly #journal: Journal;
  readonly #cache: SubmissionCache;
  readonly #partRows: PartRows;
  readonly #retriedWrites: RetriedWrites;
  readonly #payloadLimits: PayloadLimits;
  readonly #sourceOf: (row: StoredSubmission) => ContentSource;
  /** The probable cost of a load. Null while it is not known. */
  readonly #costOf: (accountId: string, load: Load) => EstimatedCost | null;
  readonly #divisions = new Map<number, Division>();

  constructor(
    journal: Journal,
    cache: SubmissionCache,
    partRows: PartRows,
    retriedWrites: RetriedWrites,
    payloadLimits: PayloadLimits,
    sourceOf: (row: StoredSubmission) => ContentSource,
    costOf: (accountId: string, load: Load) => EstimatedCost | null,
  ) {
    this.#journal = journal;
    this.#cache = cache;
    this.#partRows = partRows;
    this.#retriedWrites = retriedWrites;
    this.#payloadLimits = payloadLimits;
    this.#sourceOf = sourceOf;
    this.#costOf = costOf;
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
    { awaited, underWay, toCome, untold }: PartLoads,
    cost: Cost | null,
  ): EstimatedCost | null {
    const rest = [awaited, underWay, toCome, untold];
    const files = rest.reduce((sum, each) => sum + each.files, 0);
    const bytes = rest.reduce((sum, each) => sum + BigInt(each.bytes), 0n);
    if (files === 0) return cost && { cost };
    const estimate = this.#costOf(accountId, { files, bytes });
    if (estimate === null || cost === null) return cost === null ? estimate : null;
    const [known, probable] = [parseUnits(cost.amount, 0), parseUnits(estimate.cost.amount, 0)];
    if (known === null || probable === null || cost.token !== estimate.cost.token) return null;
    return { ...estimate, cost: { ...estimate.cost, amount: String(known + probable) } };
  }

  /** Returns a replaced part of the row in doubt that has the bytes of a current part. */
  replacedInDoubt({ rowId, sameAs }: Division): StoredSubmission | null {
    const same = sameAs && this.#cache.get(sameAs.id);
    return same?.partOf?.row === rowId && same.partOf.offset === null && same.state.kind === 'unsettled' ? same : null;
  }

  /** Returns the part in trouble to show, with its number. */
  #trouble(division: Division): PartTrouble | null {
    const { tally } = division;
    const replaced = this.replacedInDoubt(division);
    // Called at every change of a part. Most rows have no part in trouble.
    if (troubles.every((status) => tally.counts[status] === 0) && replaced === null) return null;
    const open = [...this.open(division), ...this.delayed(division), ...(replaced === null ? [] : [replaced])].map(
      (part) => ({ part, status: batchStatusOf(part.state) }),
    );
    for (const status of troubles) {
      const first = open.filter((each) => each.status === status).sort(byPlace)[0]?.part;
      if (first === undefined) continue;
      const number = this.#partRows.numberOf(division.rowId, first.id);
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
    await this.#retriedWrites.write(() => this.#partRows.replace(row.id, level));
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

  #read(row: StoredSubmission): Division {
    const division = new Division(row, this.#partRows, (now) => this.#sourceOf(now).entryBytes(now));
    for (const part of this.#cache.partsOf(row.id)) {
      if (part.state.kind !== 'confirmed') division.observe(part);
      // The disk already counts it as confirmed. Its `observe` is still to come.
      else if (this.#partRows.find(part.id)?.state.kind === 'confirmed') division.countedAlready.add(part.id);
    }
    this.#divisions.set(row.id, division);
    return division;
  }
}

type Placed = { readonly part: StoredSubmission };

function byPlace({ part: { partOf: one } }: Placed, { part: { partOf: other } }: Placed): number {
  return (one?.level ?? 0) - (other?.level ?? 0) || (one?.offset ?? 0) - (other?.offset ?? 0);
}
