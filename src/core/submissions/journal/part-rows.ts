import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { SubmissionStateKind } from '../../../shared/submissions/submission-state.ts';
import type { Slice } from '../../digests/index.ts';
import type { ManifestPart } from '../../manifest/index.ts';
import type { Commit } from '../../storage/index.ts';
import { costShape, fromRows, inSql, json, type StoredSubmission, storedColumns } from './submission.ts';

/** `number`: counted from 1. */
type NumberedPart = { readonly number: number; readonly part: StoredSubmission };

/** Confirmed parts with the same level and cost. */
export type SettledParts = {
  readonly level: number;
  readonly isCurrent: boolean;
  readonly wasThere: boolean;
  readonly cost: Cost | null;
  readonly parts: number;
  readonly bytes: number;
};

/** Reads parts from disk. Confirmed parts are not in memory. */
export class PartRows {
  readonly #commit: Commit;
  readonly #select: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#select = prepare(database);
  }

  /** The current parts in their order, those of the manifest last. Replaced parts are left out. */
  page(row: number, offset: number, limit: number): NumberedPart[] {
    const parts = fromRows(this.#select.page, row, limit, offset);
    return parts.map((part, index) => ({ part, number: offset + index + 1 }));
  }

  /**
   * Only the parts that failed or are uncertain. Replaced parts that are uncertain follow, because parts with the same bytes
   * wait for the user's decision about them.
   */
  troubledPage(row: number, offset: number, limit: number): NumberedPart[] {
    const parts = fromRows(this.#select.troubledPage, row, limit, offset);
    return parts.map((part) => ({ part, number: this.numberOf(row, part.id) }));
  }

  /** The number of a part, counted from 1. Replaced parts follow the current ones. */
  numberOf(row: number, id: number): number {
    return 1 + Number(this.#select.before.get({ row, id })?.parts ?? 0);
  }

  find(id: number): StoredSubmission | null {
    return fromRows(this.#select.one, id)[0] ?? null;
  }

  /** A confirmed part whose record has another hash. The hash of a known file comes first. */
  withOtherContent(row: number): NumberedPart | null {
    const [part] = fromRows(this.#select.withOther, row);
    return part === undefined ? null : { part, number: this.numberOf(row, part.id) };
  }

  /** The parts that are not confirmed. */
  open(row: number): StoredSubmission[] {
    return fromRows(this.#select.open, row);
  }

  settled(row: number): SettledParts[] {
    return this.#select.settled.all(row).map((alike) => {
      const { is_current, was_there, ...rest } = settledRow.parse(alike);
      return { ...rest, isCurrent: is_current === 1, wasThere: was_there === 1 };
    });
  }

  /** The ranges of a level that parts cover, in their order. */
  *ranges(row: number, level: number): Generator<Slice> {
    for (const { offset, size } of this.#select.level.iterate(row, level)) {
      yield { offset: Number(offset), size: Number(size) };
    }
  }

  /** The entries of a level's manifest. Throws if a part has no receipt. */
  *ofLevel(row: number, level: number): Generator<ManifestPart> {
    for (const part of this.#select.level.iterate(row, level)) yield manifestPart.parse(part);
  }

  /** Marks the parts of `level` and above as replaced. */
  replace(row: number, level: number): Promise<void> {
    return this.#commit(() => {
      this.#select.replace.run(row, level);
    });
  }
}

const current = 'FROM submissions WHERE part_of = ? AND offset IS NOT NULL';
const other = "iif(json_valid(state), state -> '$.other', NULL)";
const troubledKinds: readonly SubmissionStateKind[] = ['rejected', 'delayed', 'unsettled'];

function prepare(database: DatabaseSync) {
  const select = (sql: string) => database.prepare(`SELECT ${sql}`);
  const ordered = 'ORDER BY level, offset LIMIT ? OFFSET ?';
  const troubled = `FROM submissions WHERE part_of = ? AND state_kind IN (${inSql(troubledKinds)})
    AND (offset IS NOT NULL OR state_kind = 'unsettled')`;
  const ofRow = 'submissions AS one WHERE part_of = :row';
  return {
    page: database.prepare(`SELECT ${storedColumns} ${current} ${ordered}`),
    troubledPage: database.prepare(
      `SELECT ${storedColumns} ${troubled} ORDER BY offset IS NULL, level, offset, id LIMIT ? OFFSET ?`,
    ),
    before: database.prepare(
      `SELECT iif(offset IS NOT NULL,
         (SELECT count(*) FROM ${ofRow} AND offset IS NOT NULL AND (level, offset) < (submissions.level, submissions.offset)),
         (SELECT count(*) FROM ${ofRow} AND offset IS NOT NULL)
           + (SELECT count(*) FROM ${ofRow} AND offset IS NULL AND state_kind = 'unsettled'
              AND (level, id) < (submissions.level, submissions.id))) AS parts
       FROM submissions WHERE id = :id`,
    ),
    one: select(`${storedColumns} FROM submissions WHERE id = ?`),
    withOther: database.prepare(
      `SELECT ${storedColumns} ${current} AND state_kind = 'confirmed' AND ${other} IS NOT NULL
       ORDER BY ${other} ->> '$.of' = 'unknown', level, offset LIMIT 1`,
    ),
    open: select(`${storedColumns} FROM submissions WHERE part_of = ? AND state_kind <> 'confirmed'`),
    settled: select(
      `level, offset IS NOT NULL AS is_current, cost, count(*) AS parts, sum(size) AS bytes,
         NOT EXISTS (SELECT 1 FROM attempts WHERE local_id = submissions.id) AS was_there
       FROM submissions WHERE part_of = ? AND state_kind = 'confirmed' GROUP BY level, is_current, was_there, cost`,
    ),
    level: select(
      `offset, size, sha256, blake2b256, submission_id AS submissionId ${current} AND level = ? ORDER BY offset`,
    ),
    replace: database.prepare('UPDATE submissions SET offset = NULL WHERE part_of = ? AND level >= ?'),
  };
}

const settledRow = z.object({
  level: z.number(),
  is_current: z.number(),
  was_there: z.number(),
  cost: json(costShape).nullable().catch(null),
  parts: z.number(),
  bytes: z.number(),
});
const manifestPart = z.object({
  offset: z.number(),
  size: z.number(),
  sha256: z.string(),
  blake2b256: z.string(),
  submissionId: z.string(),
});
