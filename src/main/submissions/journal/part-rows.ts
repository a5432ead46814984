import type { DatabaseSync } from 'node:sqlite';
import type { SubmissionStateKind } from '../../../shared/submissions/submission-state.ts';
import { fromRows, inSql, type StoredSubmission, storedColumns } from './submission.ts';

/** `number`: counted from 1, as it is told to the person. */
type NumberedPart = { readonly number: number; readonly part: StoredSubmission };

/** The parts of rows, as they are on the disk. */
export class PartRows {
  readonly #select: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#select = prepare(database);
  }

  /** In their order, those of the manifest last; what was replaced by others is not among them. */
  page(row: number, offset: number, limit: number): NumberedPart[] {
    const parts = fromRows(this.#select.page, row, limit, offset);
    return parts.map((part, index) => ({ part, number: offset + index + 1 }));
  }

  /** The same of those alone that failed or are in doubt. */
  troubledPage(row: number, offset: number, limit: number): NumberedPart[] {
    const parts = fromRows(this.#select.troubledPage, row, limit, offset);
    return parts.map((part) => ({ part, number: 1 + Number(this.#select.before.get(row, part.id)?.parts ?? 0) }));
  }

  count(row: number): { readonly made: number; readonly troubled: number } {
    const { made, troubled } = this.#select;
    return { made: Number(made.get(row)?.parts ?? 0), troubled: Number(troubled.get(row)?.parts ?? 0) };
  }
}

const current = 'FROM submissions WHERE part_of = ? AND offset IS NOT NULL';
const troubledKinds: readonly SubmissionStateKind[] = ['rejected', 'failed', 'unsettled'];

function prepare(database: DatabaseSync) {
  const ordered = 'ORDER BY level, offset LIMIT ? OFFSET ?';
  const isTroubled = `AND state_kind IN (${inSql(troubledKinds)})`;
  return {
    page: database.prepare(`SELECT ${storedColumns} ${current} ${ordered}`),
    troubledPage: database.prepare(`SELECT ${storedColumns} ${current} ${isTroubled} ${ordered}`),
    before: database.prepare(
      `SELECT count(*) AS parts ${current} AND (level, offset) < (SELECT level, offset FROM submissions WHERE id = ?)`,
    ),
    made: database.prepare(`SELECT count(*) AS parts ${current}`),
    troubled: database.prepare(`SELECT count(*) AS parts ${current} ${isTroubled}`),
  };
}
