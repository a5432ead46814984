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

export type DivisionsParts = {
  readonly sourceOf: (row: StoredSubmission) => ContentSource;
  readonly cache: SubmissionCache;
  readonly journal: Pick<Journal, 'update'>;
  readonly partRows: PartRows;
  readonly payloadLimits: Pick<PayloadLimits, 'divisionOf'>;
  readonly retriedWrites: Pick<RetriedWrites, 'write'>;
  /** What so many submissions of an account would probably cost; null while nobody knows. */
  readonly costOf: (accountId: string, load: Load) => EstimatedCost | null;
};

/** What is told of first comes first. */
const troubles = ['rejected', 'notKnown', 'checking', 'delayed'] as const;

/** How rows are divided, for those of which it was asked. */
export class Divisions {
  readonly #parts: DivisionsParts;
  readonly #divisions = new Map<number, Division>();

  constructor(parts: DivisionsParts) {
    this.#parts = parts;
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

  /** Parts without a receipt, of the level that is filled now and of others. */
  open(division: Division): StoredSubmission[] {
    return [...division.withoutReceipt].flatMap((id) => this.#parts.cache.get(id) ?? []);
  }

  delayed(division: Division): StoredSubmission[] {
    return [...division.delayed].flatMap((id) => this.#parts.cache.get(id) ?? []);
  }

  /** Shows on its row what has become of its parts; null where that is gone. */
  refresh(division: Division): StoredSubmission | null {
    const { cache } = this.#parts;
    const row = cache.get(division.rowId);
    if (row === null) return null;
    const { counts, loads, cost } = division.shown(row);
    const estimate = this.#estimate(row.accountId, loads, cost);
    return cache.patch(row.id, { parts: { ...counts, estimate, trouble: this.#trouble(division) }, loads, cost });
  }

  /** What is known of its cost, with what the rest will probably cost. */
  #estimate(
    accountId: string,
    { awaited, underWay, toCome, untold }: PartLoads,
    cost: Cost | null,
  ): EstimatedCost | null {
    const rest = [awaited, underWay, toCome, untold];
    const files = rest.reduce((sum, each) => sum + each.files, 0);
    const bytes = rest.reduce((sum, each) => sum + BigInt(each.bytes), 0n);
    if (files === 0) return cost && { cost };
    const estimate = this.#parts.costOf(accountId, { files, bytes });
    if (estimate === null || cost === null) return cost === null ? estimate : null;
    const [known, probable] = [parseUnits(cost.amount, 0), parseUnits(estimate.cost.amount, 0)];
    if (known === null || probable === null || cost.token !== estimate.cost.token) return null;
    return { ...estimate, cost: { ...estimate.cost, amount: String(known + probable) } };
  }

  /** A replaced part of the row whose bytes are those of a part of now, while it is in doubt. */
  replacedInDoubt({ rowId, sameAs }: Division): StoredSubmission | null {
    const same = sameAs && this.#parts.cache.get(sameAs.id);
    return same?.partOf?.row === rowId && same.partOf.offset === null && same.state.kind === 'unsettled' ? same : null;
  }

  /** The part to be told of, with its place. */
  #trouble(division: Division): PartTrouble | null {
    const { tally } = division;
    const replaced = this.replacedInDoubt(division);
    // Asked whenever anything becomes of any part: of most rows there is nothing to be told.
    if (troubles.every((status) => tally.counts[status] === 0) && replaced === null) return null;
    const open = [...this.open(division), ...this.delayed(division), ...(replaced === null ? [] : [replaced])].map(
      (part) => ({ part, status: batchStatusOf(part.state) }),
    );
    for (const status of troubles) {
      const first = open.filter((each) => each.status === status).sort(byPlace)[0]?.part;
      if (first === undefined) continue;
      const number = this.#parts.partRows.numberOf(division.rowId, first.id);
      return { number, kind: first.partOf?.level === 0 ? 'slice' : 'manifest', status };
    }
    return null;
  }

  /** What is there from this level up stays, as part of nothing. */
  async replaceFrom(row: StoredSubmission, level: number): Promise<void> {
    const { cache, partRows, retriedWrites } = this.#parts;
    // Here first: whatever is written of a part while the disk is at it leaves it replaced.
    for (const part of cache.partsOf(row.id)) {
      const { partOf } = part;
      if (partOf === null || partOf.level < level) continue;
      cache.put({ ...part, partOf: { ...partOf, offset: null } });
    }
    await retriedWrites.write(() => partRows.replace(row.id, level));
    this.refresh(this.#read(cache.get(row.id) ?? row));
  }

  /** A part that is larger than the service takes is made smaller in place; the rest of its bytes is sliced anew. */
  fitted(part: StoredSubmission, division: Division): StoredSubmission {
    const { cache, journal, payloadLimits, retriedWrites } = this.#parts;
    const { accountId, partOf, size, state } = part;
    const offset = partOf?.offset ?? null;
    const { partSize } = payloadLimits.divisionOf(accountId);
    if (offset === null || size === null || size <= partSize || !isToBeSent(state)) return part;
    const smaller = cache.patch(part.id, { size: partSize, ...noDigests });
    if (smaller === null) return part;
    // Of a manifest that is not filled yet the disk tells, once it is.
    if (partOf?.level === division.level)
      division.coverage.remove({ offset: offset + partSize, size: size - partSize });
    void retriedWrites.write(() => journal.update(cache.get(part.id) ?? smaller));
    return smaller;
  }

  #read(row: StoredSubmission): Division {
    const { cache, partRows, sourceOf } = this.#parts;
    const division = new Division(row, partRows, (now) => sourceOf(now).entryBytes(now));
    for (const part of cache.partsOf(row.id)) {
      if (part.state.kind !== 'confirmed') division.observe(part);
      // It is told of yet, once it is on the disk.
      else if (partRows.find(part.id)?.state.kind === 'confirmed') division.countedAlready.add(part.id);
    }
    this.#divisions.set(row.id, division);
    return division;
  }
}

type Placed = { readonly part: StoredSubmission };

function byPlace({ part: { partOf: one } }: Placed, { part: { partOf: other } }: Placed): number {
  return (one?.level ?? 0) - (other?.level ?? 0) || (one?.offset ?? 0) - (other?.offset ?? 0);
}
