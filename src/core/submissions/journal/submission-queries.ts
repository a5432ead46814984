import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import {
  type ReceiptBytes,
  type ReceiptEncryption,
  type ReceiptPart,
  receiptBytes,
} from '../../../shared/bridge/receipts.ts';
import { type Attempt, contentKinds } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { keptFailure } from '../../../shared/failures/kept-failure.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { PartOfAll } from '../../../shared/submissions/parts.ts';
import type { SubmissionStateKind } from '../../../shared/submissions/submission-state.ts';
import type { Slice } from '../../digests/index.ts';
import type { ManifestPart } from '../../manifest/index.ts';
import { LEAST_BILLED, type Load } from './load.ts';
import { type RowEncryption, rowEncryption } from './row-encryption.ts';
import { costShape, fromRows, inSql, json, type StoredSubmission, storedColumns } from './submission.ts';

/** The composition of a submission that is not simply one file. */
export type ReceivedParts = {
  readonly content: 'file' | 'folder';
  readonly encryption: ReceiptEncryption | null;
  /** The bytes before encryption; null if they were not encrypted. */
  readonly original: ReceiptBytes | null;
  /** The part that names the others; null if there is only one submission. */
  readonly manifest: ReceivedPart | null;
  /** The others, level by level; null if there are more than requested. */
  readonly parts: readonly ReceivedPart[] | null;
};

/** A part with a receipt. */
type ReceivedPart = Omit<ReceiptPart, 'record'>;

export type StateCount = { readonly accountId: string; readonly kind: string; readonly submissions: number };

/** A submission whose state has a reason. */
export type SubmissionProblem = {
  readonly localId: number;
  readonly accountId: string;
  readonly name: string;
  readonly kind: string;
  readonly reason: Failure;
};

/** The path of a file when it was added. */
export type GivenPath = {
  readonly localId: number;
  readonly path: string;
  readonly name: string;
  readonly folder: string | null;
};

/** `number`: counted from 1. */
type NumberedPart = { readonly number: number; readonly part: StoredSubmission };

/** A number of parts with the same facts. */
export type PartGroup = {
  readonly level: number;
  /** True if the parts are not replaced. */
  readonly isCurrent: boolean;
  /** True if the parts took the ids of earlier submissions of their bytes. They cost nothing. */
  readonly wasThere: boolean;
  readonly cost: Cost | null;
  readonly load: Load;
};

/**
 * Reads submissions and their parts from the disk, including those that the user has removed from the list. Confirmed parts are
 * not in memory.
 */
export class SubmissionQueries {
  readonly #database: DatabaseSync;
  readonly #select: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#select = prepare(database);
  }

  find(localId: number): StoredSubmission | null {
    return submissionIn(this.#select.one, localId);
  }

  /** The submission with a submission id of the service; for the id of a manifest, its row. */
  withReceipt(accountId: string, submissionId: string): StoredSubmission | null {
    return submissionIn(this.#select.owner, accountId, submissionId);
  }

  /** The submission ids of an account's rows, oldest first. */
  receiptIds(accountId: string): string[] {
    return this.#select.receipts.all(accountId).map(({ submission_id }) => String(submission_id));
  }

  /** The part with this submission id; null if the id belongs to a row. */
  partWith(accountId: string, submissionId: string): PartOfAll | null {
    const row = this.#select.part.get(accountId, submissionId);
    if (row === undefined) return null;
    const { level, part_number, part_total } = placeRow.parse(row);
    return { number: part_number, kind: level === 0 ? 'slice' : 'manifest', total: part_total };
  }

  attempts(localId: number): Attempt[] {
    return this.#select.attempts.all(localId).map((row) => {
      const { started_at, ended_at, failures, ...rest } = attemptRow.parse(row);
      return { ...rest, startedAt: started_at, endedAt: ended_at, failures: failures ?? [] };
    });
  }

  /** When the service's answer came; null if the receipt was found without an answer. */
  acceptedAt(localId: number): string | null {
    const at = this.#select.acceptedAt.get(localId)?.ended_at;
    return typeof at === 'string' ? at : null;
  }

  /** Null if it is simply one file, or does not exist. */
  receivedParts(accountId: string, submissionId: string, most: number): ReceivedParts | null {
    const row = this.#select.composed.get(accountId, submissionId);
    if (row === undefined) return null;
    const { id, content, encryption, ...stream } = composedRow.parse(row);
    const manifest = this.#select.manifest.get(id);
    const parts = this.#select.parts.all(id, most + 1).map((part) => partRow.parse(part));
    return {
      content,
      ...encryptedAs(encryption, stream),
      manifest: manifest === undefined ? null : partRow.parse(manifest),
      parts: parts.length > most ? null : parts,
    };
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

  /** A confirmed part whose record has another hash. The hash of a known file comes first. */
  withOtherContent(row: number): NumberedPart | null {
    const [part] = fromRows(this.#select.withOther, row);
    return part === undefined ? null : { part, number: this.numberOf(row, part.id) };
  }

  /** The parts that are not confirmed. */
  open(row: number): StoredSubmission[] {
    return fromRows(this.#select.open, row);
  }

  /** The confirmed parts, in groups. */
  settled(row: number): PartGroup[] {
    return this.#select.settled.all(row).map((alike) => {
      const { is_current, was_there, level, cost, ...load } = settledRow.parse(alike);
      return { level, cost, load: { ...load, bounds: 0 }, isCurrent: is_current === 1, wasThere: was_there === 1 };
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

  /** The number of rows on the list in each state. */
  countsByState(): StateCount[] {
    const rows = this.#database
      .prepare(
        `SELECT account_id, state_kind AS kind, count(*) AS submissions FROM submissions
         WHERE removed_at IS NULL AND part_of IS NULL
         GROUP BY account_id, state_kind ORDER BY account_id, state_kind`,
      )
      .all();
    return rows.map((row) => {
      const { account_id, ...rest } = countRow.parse(row);
      return { ...rest, accountId: account_id };
    });
  }

  /** The latest submissions whose state has a reason. */
  problems(most: number): SubmissionProblem[] {
    const rows = this.#database
      .prepare(
        `SELECT id, account_id, name, state_kind AS kind, state -> '$.reason' AS reason FROM submissions
         WHERE iif(json_valid(state), state ->> '$.reason.code', NULL) IS NOT NULL ORDER BY id DESC LIMIT ?`,
      )
      .all(most);
    return rows.flatMap((row) => {
      const read = problemRow.safeParse(row);
      if (!read.success) return [];
      const { id, account_id, ...rest } = read.data;
      return [{ ...rest, localId: id, accountId: account_id }];
    });
  }

  givenPaths(): GivenPath[] {
    const rows = this.#database
      .prepare('SELECT id, path, name, folder FROM submissions WHERE part_of IS NULL ORDER BY id')
      .all();
    return rows.map((row) => {
      const { id, ...rest } = pathRow.parse(row);
      return { ...rest, localId: id };
    });
  }
}

/** A part has the name of its row. */
const fileColumns = `s.id, s.account_id, coalesce(w.name, s.name) AS name, coalesce(w.folder, s.folder) AS folder, s.size,
  s.added_at, s.submission_id, s.keccak256, s.blake2b256, s.sha256, s.level AS part_level`;
const files = 'FROM submissions AS s LEFT JOIN submissions AS w ON w.id = s.part_of';
/** For a few parts, counting for each is faster than numbering all. */
const partNumber = `iif(s.part_of IS NULL OR s.submission_id IS NULL, NULL,
  (SELECT 1 + count(*) FROM submissions AS p
   WHERE p.part_of = s.part_of AND p.offset IS NOT NULL AND (p.level, p.offset) < (s.level, s.offset))) AS part_number`;
/** The submission id that a complete row has from its manifest. */
const rowsId = `iif(json_valid(w.state), w.state ->> '$.submissionId', NULL)`;
/** Null until the row is complete. */
const partTotal = (counted: string): string => `iif(${rowsId} IS NULL, NULL, ${counted}) AS part_total`;
const total = partTotal('(SELECT count(*) FROM submissions AS p WHERE p.part_of = s.part_of AND p.offset IS NOT NULL)');
const numbered = `(SELECT id, row_number() OVER (PARTITION BY part_of ORDER BY level, offset) AS part_number,
    count(*) OVER (PARTITION BY part_of) AS parts
  FROM submissions WHERE part_of IS NOT NULL AND offset IS NOT NULL) AS n`;

/**
 * Statements for the records' thread: all files and parts, those with the local ids of a JSON array, and those with some hex
 * digits in their submission id or hashes.
 */
export const knownFileQueries = {
  all: `SELECT ${fileColumns}, n.part_number, ${partTotal('n.parts')} ${files} LEFT JOIN ${numbered} ON n.id = s.id`,
  some: `SELECT ${fileColumns}, ${partNumber}, ${total} ${files} WHERE s.id IN (SELECT value FROM json_each(?))`,
  like: `SELECT ${fileColumns}, ${partNumber}, ${total} ${files}
    WHERE instr(s.keccak256, ?1) > 0 OR instr(s.blake2b256, ?1) > 0 OR instr(s.sha256, ?1) > 0
      OR instr(replace(s.submission_id, '-', ''), ?1) > 0`,
} as const;

const current = 'FROM submissions WHERE part_of = ? AND offset IS NOT NULL';
const other = "iif(json_valid(state), state -> '$.other', NULL)";
const troubledKinds: readonly SubmissionStateKind[] = ['rejected', 'delayed', 'unsettled'];

function prepare(database: DatabaseSync) {
  const select = (sql: string) => database.prepare(`SELECT ${sql}`);
  const ordered = 'ORDER BY level, offset LIMIT ? OFFSET ?';
  const troubled = `FROM submissions WHERE part_of = ? AND state_kind IN (${inSql(troubledKinds)})
    AND (offset IS NOT NULL OR state_kind = 'unsettled')`;
  const ofRow = 'submissions AS one WHERE part_of = :row';
  const ofReceipt = 'FROM submissions WHERE account_id = ? AND submission_id = ?';
  const receivedPart = `SELECT level, offset, size, keccak256, blake2b256, sha256, submission_id AS submissionId
    FROM submissions WHERE part_of = ?1 AND offset IS NOT NULL AND submission_id IS NOT NULL`;
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
    withOther: database.prepare(
      `SELECT ${storedColumns} ${current} AND state_kind = 'confirmed' AND ${other} IS NOT NULL
       ORDER BY ${other} ->> '$.of' = 'unknown', level, offset LIMIT 1`,
    ),
    open: select(`${storedColumns} FROM submissions WHERE part_of = ? AND state_kind <> 'confirmed'`),
    settled: select(
      `level, offset IS NOT NULL AS is_current, cost, count(*) AS submissions, sum(size) AS bytes,
         sum(max(size, ${LEAST_BILLED})) AS billed,
         NOT EXISTS (SELECT 1 FROM attempts WHERE local_id = submissions.id) AS was_there
       FROM submissions WHERE part_of = ? AND state_kind = 'confirmed' GROUP BY level, is_current, was_there, cost`,
    ),
    level: select(
      `offset, size, sha256, blake2b256, submission_id AS submissionId ${current} AND level = ? ORDER BY offset`,
    ),
    one: database.prepare(`SELECT ${storedColumns} FROM submissions WHERE id = ?`),
    owner: database.prepare(`SELECT ${storedColumns} ${ofReceipt} ORDER BY part_of IS NOT NULL, id LIMIT 1`),
    receipts: database.prepare(
      `SELECT submission_id FROM submissions
       WHERE account_id = ? AND part_of IS NULL AND submission_id IS NOT NULL GROUP BY submission_id ORDER BY min(id)`,
    ),
    attempts: database.prepare('SELECT * FROM attempts WHERE local_id = ? ORDER BY number'),
    acceptedAt: database.prepare(
      `SELECT ended_at FROM attempts WHERE local_id = ? AND outcome = 'accepted' ORDER BY number DESC LIMIT 1`,
    ),
    part: database.prepare(
      `SELECT s.level, ${partNumber}, ${total} ${files}
       WHERE s.account_id = ? AND s.submission_id = ? AND s.part_of IS NOT NULL AND s.offset IS NOT NULL
         AND ${rowsId} IS NOT s.submission_id ORDER BY s.id LIMIT 1`,
    ),
    composed: database.prepare(
      `SELECT id, content, encryption, size, keccak256, blake2b256, sha256 ${ofReceipt} AND part_of IS NULL
         AND (content = 'folder' OR encryption IS NOT NULL
           OR EXISTS (SELECT 1 FROM submissions AS part WHERE part.part_of = submissions.id AND part.offset IS NOT NULL))
       ORDER BY id LIMIT 1`,
    ),
    manifest: database.prepare(`${receivedPart} AND level > 0 ORDER BY level DESC, offset LIMIT 1`),
    parts: database.prepare(
      `${receivedPart} AND level < (SELECT max(level) FROM submissions WHERE part_of = ?1) ORDER BY level, offset LIMIT ?2`,
    ),
  };
}

const attemptRow = z.object({
  number: z.number(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  outcome: z.enum(['under-way', 'accepted', 'refused', 'not-sent', 'unknown', 'interrupted']),
  // The rest of the row is shown if they cannot be read.
  failures: json(z.array(keptFailure)).nullable().catch(null),
  detail: z.string().nullable(),
});
const settledRow = z.object({
  level: z.number(),
  is_current: z.number(),
  was_there: z.number(),
  cost: json(costShape).nullable().catch(null),
  submissions: z.number(),
  bytes: z.number(),
  billed: z.number(),
});
const manifestPart = z.object({
  offset: z.number(),
  size: z.number(),
  sha256: z.string(),
  blake2b256: z.string(),
  submissionId: z.string(),
});
const composedRow = z.object({
  id: z.number(),
  content: z.enum(contentKinds),
  ...receiptBytes.shape,
  size: z.number().nullable(),
  encryption: json(rowEncryption).nullable(),
});
const partRow = receiptBytes.extend({ level: z.number(), offset: z.number(), submissionId: z.string() });
const placeRow = z.object({ level: z.number(), part_number: z.number(), part_total: z.number().nullable() });
const countRow = z.object({ account_id: z.string(), kind: z.string(), submissions: z.number() });
const problemRow = z.object({
  id: z.number(),
  account_id: z.string(),
  name: z.string(),
  kind: z.string(),
  reason: json(keptFailure),
});
const pathRow = z.object({ id: z.number(), path: z.string(), name: z.string(), folder: z.string().nullable() });

/** The readers and the encrypted stream as a receipt shows them. */
function encryptedAs(
  encryption: RowEncryption | null,
  { size, ...digests }: Omit<ReceiptBytes, 'size'> & { readonly size: number | null },
): Pick<ReceivedParts, 'encryption' | 'original'> {
  if (encryption === null || encryption.copy === null) return { encryption: null, original: null };
  const { readers, copy } = encryption;
  const { kind } = readers;
  const whom = kind === 'passphrase' ? { kind } : { kind, count: readers.recipients.length };
  return { encryption: { format: 'age', for: whom, stream: { size: size ?? 0, ...digests } }, original: copy.original };
}

function submissionIn(select: StatementSync, ...key: readonly (number | string)[]): StoredSubmission | null {
  return fromRows(select, ...key)[0] ?? null;
}
