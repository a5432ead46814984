import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { dataHashesOf, idsWithBytes } from './content-digests.ts';
import { fromRows, type StoredSubmission, storedColumns } from './submission.ts';

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

/** So many are read in a few milliseconds. */
const RECEIPTS_AT_ONCE = 500;

/** What the journal remembers of all submissions, those included that a person has taken off the list. */
export class EarlierSubmissions {
  readonly #select: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#select = prepare(database);
  }

  /** Submissions off the list with its bytes; they were submitted, or may have been. */
  removedWithBytesOf({ accountId, keccak256, blake2b256 }: StoredSubmission): StoredSubmission[] {
    return fromRows(this.#select.removed, accountId, blake2b256, keccak256);
  }

  removedOfBatch(accountId: string, batch: number): StoredSubmission[] {
    return fromRows(this.#select.removedOfBatch, accountId, batch);
  }

  lastBatch(accountId: string): number {
    return Number(this.#select.lastBatch.get(accountId)?.batch ?? 0);
  }

  /** Bytes of the largest file that the service took from this account as it is reached now; null where it took none. */
  largestTaken(accountId: string): number | null {
    return numberOf(this.#select.largestTaken.get(accountId)?.size);
  }

  /** The submission that a submission id belongs to, on the list or off it; null when it is nobody's. */
  ownerOf(accountId: string, submissionId: string): number | null {
    return numberOf(this.#select.owner.get(accountId, submissionId)?.id);
  }

  /** Whether an id is that of a submission of other bytes than this submission's, with any account, on the list or off it. */
  isOfOtherBytes(
    { id, keccak256, blake2b256 }: Pick<StoredSubmission, 'id' | 'keccak256' | 'blake2b256'>,
    submissionId: string,
  ): boolean {
    return this.#select.otherBytes.get({ id, keccak256, blake2b256, submissionId }) !== undefined;
  }

  /** All receipts of an account, of submissions on the list and off it. Read bit by bit: there may be very many. */
  async receipts(accountId: string): Promise<StoredReceipt[]> {
    const receipts: StoredReceipt[] = [];
    let last = { submissionId: '', id: 0 };
    for (;;) {
      const rows = this.#select.receipts.all(accountId, last.submissionId, last.id);
      for (const row of rows) receipts.push(receiptOf(row));
      const end = rows.at(-1);
      if (end === undefined || rows.length < RECEIPTS_AT_ONCE) return receipts;
      last = { submissionId: String(end.submission_id), id: Number(end.id) };
      await setImmediate();
    }
  }

  /** Those of these submission ids that other accounts have receipts for: two may be one and the same at the service. */
  idsElsewhere(accountId: string, among: readonly string[]): Set<string> {
    const rows = this.#select.idsElsewhere.all(JSON.stringify(among), accountId);
    return new Set(rows.map((row) => String(row.submission_id)));
  }

  /** Submission ids of submissions that a person had sent again while they were delayed. */
  formerIds(accountId: string): string[] {
    return this.#select.formerIds.all(accountId).map((row) => String(row.submission_id));
  }

  isFormer(accountId: string, submissionId: string): boolean {
    return this.#select.former.get(accountId, submissionId) !== undefined;
  }

  /**
   * Of files that were ever prepared here and have one of these hashes: by each of their hashes what else is known of the same bytes.
   * Those with a Keccak-256 alone are left out: they may be the bytes of a file of which that was not made.
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

  /** Whether nobody saw the end of the last of those: a later one was sent only once it was known that none before it was taken. */
  isLastLost(localId: number): boolean {
    return this.#select.lastSent.get(localId)?.is_lost === 1;
  }
}

/** In SQL: the end of an attempt was seen by nobody, and the service may have its whole body. */
export const isLost = `(outcome = 'unknown' OR (outcome = 'interrupted' AND whole_body_may_be_out = 1))`;

/** In SQL: the service may have had its whole body. */
const isSent = `(outcome = 'unknown' OR (whole_body_may_be_out = 1 AND outcome NOT IN ('accepted', 'not-sent')))`;

/** In SQL: the token that was asked to pay for a submission's last attempt. */
export const attemptToken = `(SELECT token FROM attempts WHERE local_id = submissions.id ORDER BY number DESC LIMIT 1)`;
/** The receipt's own attempt. */
const answeredSo = `local_id = submissions.id AND outcome = 'accepted' AND detail = submissions.submission_id`;

/** Accounts that have receipts: by steps of the index, of which only the first of each account is looked at. */
const accountsIn = (receipts: string): string => `(
  WITH RECURSIVE owners (account_id) AS (
    SELECT min(account_id) FROM ${receipts} WHERE submission_id IS NOT NULL
    UNION ALL
    SELECT (SELECT min(one.account_id) FROM ${receipts} AS one
            WHERE one.submission_id IS NOT NULL AND one.account_id > owners.account_id)
    FROM owners WHERE owners.account_id IS NOT NULL
  ) SELECT account_id FROM owners WHERE account_id IS NOT NULL)`;

function prepare(database: DatabaseSync) {
  const select = (sql: string) => database.prepare(`SELECT ${sql}`);
  return {
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
    otherBytes: select(
      `1 FROM ${accountsIn('submissions')} AS owners CROSS JOIN submissions
         WHERE submissions.account_id = owners.account_id AND submissions.submission_id = :submissionId
           AND submissions.id <> :id AND part_size IS NULL
           AND (submissions.blake2b256 = :blake2b256) IS NOT TRUE AND (submissions.keccak256 = :keccak256) IS NOT TRUE
       UNION ALL
       SELECT 1 FROM ${accountsIn('former_submissions')} AS owners CROSS JOIN former_submissions AS former
         WHERE former.account_id = owners.account_id AND former.submission_id = :submissionId AND NOT EXISTS (
           SELECT 1 FROM attempts WHERE local_id = :id AND outcome = 'accepted' AND detail = :submissionId)`,
    ),
    receipts: select(
      `id, submission_id, ${attemptToken} AS token,
         coalesce((SELECT max(left_behind) FROM attempts WHERE ${answeredSo}),
           (SELECT max(left_behind) FROM attempts WHERE local_id = submissions.id)) AS left_behind
       FROM submissions
       WHERE account_id = ? AND submission_id IS NOT NULL AND (submission_id, id) > (?, ?) AND part_size IS NULL
       ORDER BY submission_id, id LIMIT ${RECEIPTS_AT_ONCE}`,
    ),
    idsElsewhere: select(
      `submission_id FROM ${accountsIn('submissions')} AS owners CROSS JOIN json_each(?1) AS wanted CROSS JOIN submissions
         WHERE owners.account_id <> ?2 AND submissions.account_id = owners.account_id
           AND submissions.submission_id = wanted.value
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
    lastSent: select(
      `${isLost} AS is_lost FROM attempts WHERE local_id = ? AND ${isSent} ORDER BY number DESC LIMIT 1`,
    ),
  };
}

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
