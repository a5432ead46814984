import type { RetriedWrites } from '../../storage/index.ts';
import type { Journal } from '../journal/journal.ts';
import type { PartRows } from '../journal/part-rows.ts';
import { noDigests, type StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { PayloadLimits } from '../sending/payload-limits.ts';
import { Division } from './division.ts';

export type DivisionsParts = {
  readonly cache: SubmissionCache;
  readonly journal: Pick<Journal, 'update'>;
  readonly partRows: PartRows;
  readonly payloadLimits: Pick<PayloadLimits, 'divisionOf'>;
  readonly retriedWrites: Pick<RetriedWrites, 'write'>;
};

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

  /** Shows on its row what has become of its parts; null where that is gone. */
  refresh(division: Division): StoredSubmission | null {
    const { cache } = this.#parts;
    const row = cache.get(division.rowId);
    return row === null ? null : cache.patch(row.id, division.shown(row));
  }

  /** What is there from this level up stays, as part of nothing. */
  async replaceFrom(row: StoredSubmission, level: number): Promise<void> {
    const { cache, partRows, retriedWrites } = this.#parts;
    await retriedWrites.write(() => partRows.replace(row.id, level));
    for (const part of cache.partsOf(row.id)) {
      const { partOf } = part;
      if (partOf !== null && partOf.level >= level) cache.put({ ...part, partOf: { ...partOf, offset: null } });
    }
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
    const { cache, partRows } = this.#parts;
    const division = new Division(row, partRows);
    for (const part of cache.partsOf(row.id)) division.observe(part);
    this.#divisions.set(row.id, division);
    return division;
  }
}
