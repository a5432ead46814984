import type { DatabaseSync } from 'node:sqlite';
import { fromRows, type StoredSubmission, storedColumns } from './submission.ts';

/** The parts of rows, as they are on the disk. */
export class PartRows {
  readonly #select: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#select = prepare(database);
  }

  /** In their order, those of the manifest last; what was replaced by others is not among them. */
  page(row: number, offset: number, limit: number): StoredSubmission[] {
    return fromRows(this.#select.page, row, limit, offset);
  }

  count(row: number): number {
    return Number(this.#select.count.get(row)?.parts ?? 0);
  }
}

const current = 'FROM submissions WHERE part_of = ? AND offset IS NOT NULL';

function prepare(database: DatabaseSync) {
  return {
    page: database.prepare(`SELECT ${storedColumns} ${current} ORDER BY level, offset LIMIT ? OFFSET ?`),
    count: database.prepare(`SELECT count(*) AS parts ${current}`),
  };
}
