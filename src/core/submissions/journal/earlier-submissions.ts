import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { kindsWhere } from '../../../shared/submissions/submission-state.ts';
import { dataHashesOf } from './content-digests.ts';
import { costShape, fromRows, inSql, json, type StoredSubmission, storedColumns } from './submission.ts';

/** An attempt of which the service may have the whole body. */
export type SentAttempt = {
  /** The token that pays; null if the API key decides. */
  readonly token: string | null;
  /** Its place in the order of attempts and of the records that were kept; null if it is not known. */
  readonly beginSequence: number | null;
};

export type StoredReceipt = {
  readonly submissionId: string;
  /** The token that paid; null if the API key decided. */
  readonly token: string | null;
  /** The account has had another address or credential since, so this receipt proves nothing about later attempts. */
  readonly leftBehind: boolean;
};

/** A submission with a known cost. */
export type Paid = {
  readonly accountId: string;
  readonly size: number;
  readonly cost: Cost;
  /** The token that paid; null if the API key decided. */
  readonly token: string | null;
};

/** The number of receipts that are read in a few milliseconds. */
const RECEIPTS_AT_ONCE = 500;
/** More than enough to know a tariff, and few enough to read at every start. */
const PAID_LIMIT = 20_000;

/** Reads what the journal knows of all submissions, including those that the user has removed from the list. */
export class EarlierSubmissions {
  readonly #select: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#select = prepare(database);
  }

  /** Removed submissions with the same bytes. */
  removedWithBytesOf({ accountId, keccak256, blake2b256 }: StoredSubmission): StoredSubmission[] {
    return fromRows(this.#select.removed, accountId, blake2b256, keccak256);
  }

  /** Removed private submissions of the file or folder with this identity, however it was encrypted. */
  removedWithIdentity(accountId: string, identity: string): StoredSubmission[] {
    return fromRows(this.#select.removedWithIdentity, accountId, identity);
  }

  /** The submissions whose cost is known, latest first. */
  paid(): Paid[] {
    return this.#select.paid.all().flatMap((row) => paidRow.safeParse(row).data ?? []);
  }

  /** True if anything was submitted with an account, or may have been. */
  hasAny(accountId: string): boolean {
    return this.#select.any.get(accountId) !== undefined;
  }

  /** The token that was asked to pay for a submission's last attempt; null if the API key decided. */
  tokenOf(localId: number): string | null {
    return textOf(this.#select.token.get(localId)?.token);
  }

  /**
   * The submission id that this computer got for the bytes of a part; null if there is none. Excludes receipts from an
   * address or credential that the account has left, and those of others, which may be forged.
   */
  receiptWithBytesOf({ accountId, keccak256, blake2b256 }: StoredSubmission): string | null {
    return textOf(this.#select.receiptWithBytes.get(accountId, blake2b256, keccak256)?.submission_id);
  }

  removedOfBatch(accountId: string, batch: number): StoredSubmission[] {
    return fromRows(this.#select.removedOfBatch, accountId, batch);
  }

  lastBatch(accountId: string): number {
    return Number(this.#select.lastBatch.get(accountId)?.batch ?? 0);
  }

  /** Bytes of the largest file that the account's service of now accepted; null if there is none. */
  largestTaken(accountId: string): number | null {
    return numberOf(this.#select.largestTaken.get(accountId)?.size);
  }

  /** The local id of the submission with this submission id; null if there is none. */
  ownerOf(accountId: string, submissionId: string): number | null {
    return numberOf(this.#select.owner.get(accountId, submissionId)?.id);
  }

  /** True if this submission id is that of a submission of this computer. */
  isOwn(accountId: string, submissionId: string): boolean {
    return this.#select.own.get(accountId, submissionId) !== undefined;
  }

  /** True if a submission of this computer with other bytes has this submission id, in any account. */
  isOfOtherBytes(
    { id, keccak256, blake2b256 }: Pick<StoredSubmission, 'id' | 'keccak256' | 'blake2b256'>,
    submissionId: string,
  ): boolean {
    return this.#select.otherBytes.get({ id, keccak256, blake2b256, submissionId }) !== undefined;
  }

  /** All receipts of an account. Pauses for other work, because there may be very many. */
  async receipts(accountId: string): Promise<StoredReceipt[]> {
    const receipts: StoredReceipt[] = [];
    let rows: Columns[] = [];
    do {
      rows = this.#select.receipts.all(accountId, Number(rows.at(-1)?.id ?? 0));
      for (const row of rows) receipts.push(receiptOf(row));
      await setImmediate();
    } while (rows.length === RECEIPTS_AT_ONCE);
    return receipts;
  }

  /** Those of these submission ids that belong to other accounts: two may be the same user at the service. */
  idsElsewhere(accountId: string, among: readonly string[]): Set<string> {
    const rows = this.#select.idsElsewhere.all(JSON.stringify(among), accountId);
    return new Set(rows.map((row) => String(row.submission_id)));
  }

  /** Submission ids of delayed submissions that the user has had sent again. */
  formerIds(accountId: string): string[] {
    return this.#select.formerIds.all(accountId).map((row) => String(row.submission_id));
  }

  isFormer(accountId: string, submissionId: string): boolean {
    return this.#select.former.get(accountId, submissionId) !== undefined;
  }

  /**
   * For each of these hashes that a known file has, all known hashes of its bytes. Files with only a Keccak-256 are left
   * out, because another file may have the same bytes and no Keccak-256.
   */
  hashesBeside(hashes: readonly string[]): Map<string, readonly string[]> {
    const beside = new Map<string, readonly string[]>();
    if (hashes.length === 0) return beside;
    for (const row of this.#select.files.all(JSON.stringify(hashes))) {
      const own = dataHashesOf({ keccak256: textOf(row.keccak256), blake2b256: textOf(row.blake2b256) });
      for (const hash of own) if (own.length > 1 || !beside.has(hash)) beside.set(hash, own);
    }
    return beside;
  }

  /** The number of attempts with an unknown end of which the service may have the whole body. */
  lostAttempts(localId: number): number {
    return Number(this.#select.lost.get(localId)?.attempts);
  }

  /** All attempts of which the service may have the whole body, oldest first. A refusal may be wrong. */
  sentAttempts(localId: number): SentAttempt[] {
    return this.#select.sent
      .all(localId)
      .map((row) => ({ token: textOf(row.token), beginSequence: numberOf(row.begin_sequence) }));
  }

  /** The time at which the first of those began; null if there is none. */
  firstSentAt(localId: number): string | null {
    return textOf(this.#select.firstSent.get(localId)?.started_at);
  }

  /** True if the last of those has an unknown end. It was sent only once none before it had been accepted. */
  isLastLost(localId: number): boolean {
    return this.#select.lastSent.get(localId)?.is_lost === 1;
  }
}

/** In SQL: an attempt with an unknown end of which the service may have the whole body. */
export const isLost = `(outcome = 'unknown' OR (outcome = 'interrupted' AND whole_body_may_be_out = 1))`;

/** In SQL: an attempt of which the service may have the whole body. */
const isSent = `(outcome = 'unknown' OR (whole_body_may_be_out = 1 AND outcome NOT IN ('accepted', 'not-sent')))`;

/** In SQL: the token that was asked to pay for a submission's last attempt. */
const attemptToken = `(SELECT token FROM attempts WHERE local_id = submissions.id ORDER BY number DESC LIMIT 1)`;
/** The receipt's own attempt. */
const answeredSo = `local_id = submissions.id AND outcome = 'accepted' AND detail = submissions.submission_id`;

/** In SQL: the ids of an account's (`?1`) submissions with a BLAKE2b-256 (`?2`) or a Keccak-256 (`?3`). */
const idsWithBytes = `
  SELECT id FROM submissions INDEXED BY submissions_by_blake2b256 WHERE account_id = ?1 AND blake2b256 = ?2
  UNION
  SELECT id FROM submissions INDEXED BY submissions_by_keccak256 WHERE account_id = ?1 AND keccak256 = ?3`;

function prepare(database: DatabaseSync) {
  const select = (sql: string) => database.prepare(`SELECT ${sql}`);
  return {
    removedWithIdentity: select(
      // Without the index all private files of the account would be read.
      `${storedColumns} FROM submissions INDEXED BY submissions_by_identity
       WHERE account_id = ? AND iif(json_valid(encryption), encryption ->> '$.copy.identity', NULL) = ?
         AND encryption IS NOT NULL AND removed_at IS NOT NULL ORDER BY id`,
    ),
    paid: select(
      `account_id AS accountId, size, cost, ${attemptToken} AS token FROM submissions
       WHERE json_valid(cost) AND size BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${PAID_LIMIT}`,
    ),
    // A file in parts is paid for by part.
    any: select(
      `1 FROM submissions WHERE account_id = ? AND part_size IS NULL
         AND (submission_id IS NOT NULL OR state_kind = 'unsettled'
           OR EXISTS (SELECT 1 FROM attempts WHERE local_id = submissions.id AND outcome = 'accepted')) LIMIT 1`,
    ),
    token: select('token FROM attempts WHERE local_id = ? ORDER BY number DESC LIMIT 1'),
    receiptWithBytes: select(
      `submission_id FROM submissions WHERE id IN (${idsWithBytes}) AND submission_id IS NOT NULL AND desk IS NULL
         AND state_kind IN (${inSql(kindsWhere(({ service }) => service === 'everything'))})
         AND NOT EXISTS (SELECT 1 FROM submissions AS same CROSS JOIN attempts ON local_id = same.id
           WHERE same.account_id = submissions.account_id AND same.submission_id = submissions.submission_id
             AND left_behind = 1) LIMIT 1`,
    ),
    removed: select(
      `${storedColumns} FROM submissions WHERE id IN (${idsWithBytes}) AND removed_at IS NOT NULL ORDER BY id`,
    ),
    removedOfBatch: select(
      `${storedColumns} FROM submissions WHERE account_id = ? AND batch = ? AND removed_at IS NOT NULL`,
    ),
    lastBatch: select(
      `max(batch) AS batch FROM submissions WHERE account_id = ? AND batch <= ${Number.MAX_SAFE_INTEGER}`,
    ),
    largestTaken: select(
      `max(size) AS size FROM submissions WHERE account_id = ? AND submission_id IS NOT NULL
         AND EXISTS (SELECT 1 FROM attempts WHERE local_id = submissions.id AND outcome = 'accepted' AND left_behind = 0)`,
    ),
    owner: select('id FROM submissions WHERE account_id = ? AND submission_id = ?'),
    own: select('1 FROM submissions WHERE account_id = ? AND submission_id = ? AND desk IS NULL LIMIT 1'),
    otherBytes: select(
      `1 FROM submissions WHERE submission_id = :submissionId AND id <> :id AND part_size IS NULL AND desk IS NULL
         AND (blake2b256 = :blake2b256) IS NOT TRUE AND (keccak256 = :keccak256) IS NOT TRUE
       UNION ALL
       SELECT 1 FROM former_submissions WHERE submission_id = :submissionId AND NOT EXISTS (
           SELECT 1 FROM attempts WHERE local_id = :id AND outcome = 'accepted' AND detail = :submissionId)`,
    ),
    receipts: select(
      `id, submission_id, ${attemptToken} AS token,
         coalesce((SELECT max(left_behind) FROM attempts WHERE ${answeredSo}),
           (SELECT max(left_behind) FROM attempts WHERE local_id = submissions.id)) AS left_behind
       FROM submissions
       WHERE account_id = ? AND submission_id IS NOT NULL AND id > ? AND part_size IS NULL AND desk IS NULL ORDER BY id LIMIT ${RECEIPTS_AT_ONCE}`,
    ),
    idsElsewhere: select(
      `submission_id FROM submissions
         WHERE account_id <> ?2 AND submission_id IN (SELECT value FROM json_each(?1)) AND desk IS NULL
       UNION
       SELECT submission_id FROM former_submissions
         WHERE account_id <> ?2 AND submission_id IN (SELECT value FROM json_each(?1))`,
    ),
    formerIds: select('submission_id FROM former_submissions WHERE account_id = ?'),
    former: select('1 FROM former_submissions WHERE account_id = ? AND submission_id = ?'),
    files: select(
      `DISTINCT keccak256, blake2b256 FROM submissions
         WHERE blake2b256 IS NOT NULL AND
           (keccak256 IN (SELECT value FROM json_each(?1)) OR blake2b256 IN (SELECT value FROM json_each(?1)))`,
    ),
    lost: select(`count(*) AS attempts FROM attempts WHERE local_id = ? AND ${isLost}`),
    sent: select(`token, begin_sequence FROM attempts WHERE local_id = ? AND ${isSent} ORDER BY number`),
    firstSent: select(`min(started_at) AS started_at FROM attempts WHERE local_id = ? AND ${isSent}`),
    lastSent: select(
      `${isLost} AS is_lost FROM attempts WHERE local_id = ? AND ${isSent} ORDER BY number DESC LIMIT 1`,
    ),
  };
}

const paidRow = z.object({
  accountId: z.string(),
  size: z.number(),
  cost: json(costShape),
  token: z.string().nullable(),
});

type Columns = Record<string, SQLOutputValue>;

/** Not parsed by zod, which takes longer than reading: ten thousand are read at each look. */
function receiptOf(row: Columns): StoredReceipt {
  return {
    submissionId: String(row.submission_id),
    token: textOf(row.token),
    leftBehind: row.left_behind === 1,
  };
}

function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
