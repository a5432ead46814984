import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { NamedHash } from '../settling/evidence/hash-kinds.ts';
import { fromRow, type StoredSubmission } from './submission.ts';

/** One submission that was paid for: what it cost, and by whom it was paid. */
export type Paid = {
  readonly accountId: string;
  readonly size: number;
  readonly cost: unknown;
  /** The token that was asked to pay, null where the API key decided. */
  readonly token: string | null;
};

const paidRow = z.object({
  account_id: z.string(),
  size: z.number(),
  cost: z.string().transform((text): unknown => JSON.parse(text)),
  token: z.string().nullable(),
});

/** An attempt that may have been accepted, as far as settling needs it. Instants are epoch milliseconds. */
export type LostAttempt = {
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly token: string | null;
  /**
   * Where its beginning and its end stand in the order of all beginnings and ends, whatever the clocks say; null where
   * an earlier version did not number them, or it is not over.
   */
  readonly beginSequence: number | null;
  readonly endSequence: number | null;
};

export type Receipt = {
  readonly submissionId: string;
  readonly size: number | null;
  /** Digests of its bytes, which the service may give as their hash; null when nobody knows them. */
  readonly keccak256: string | null;
  readonly blake2b256: string | null;
  /** The token that was asked to pay, null where the API key decided. */
  readonly token: string | null;
  /** When its answer came (epoch milliseconds); null where it was found without one. */
  readonly acceptedAt: number | null;
  /** Where that stands in the order of all beginnings and ends; null where it is not numbered. */
  readonly endSequence: number | null;
  /** By a credential, or from an address, that the account need not have any more: it proves nothing of later attempts. */
  readonly leftBehind: boolean;
};

/** A submission that may have been paid for. `wasAccepted`: the service took it once, whatever the submission's state is now. */
export type PaidBefore = { readonly id: number; readonly wasAccepted: boolean };

const digestsRow = z.object({ keccak256: z.string(), blake2b256: z.string().nullable() });

/** A submission of which the service may have something that nobody here knows to be its. */
export type LostSubmission = { readonly id: number; readonly size: number | null; readonly removed: boolean };

/** So many are read in a few milliseconds. */
const RECEIPTS_AT_ONCE = 500;
/** More than enough to know a tariff, and few enough to read at every start. */
const PAID_LIMIT = 20_000;
/** Enough to know what hashes a service gives. */
const NAMED_LIMIT = 50;

/** In SQL: the end of an attempt was seen by nobody, and the service may have its whole body. */
export const isLost = `(outcome = 'unknown' OR (outcome = 'interrupted' AND whole_body_may_be_out = 1))`;

const attemptColumns = 'started_at, ended_at, token, begin_sequence, end_sequence';

export type EarlierSubmissions = ReturnType<typeof createEarlierSubmissions>;

/** What the journal remembers of submissions, those included that a person has taken off the list. */
export function createEarlierSubmissions(database: DatabaseSync) {
  const attemptToken = `(SELECT token FROM attempts WHERE local_id = submissions.id ORDER BY number DESC LIMIT 1)`;
  const selectPaid = database.prepare(
    `SELECT account_id, size, cost, ${attemptToken} AS token FROM submissions
     WHERE json_valid(cost) AND size BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${PAID_LIMIT}`,
  );
  const selectRemoved = database.prepare(
    `SELECT submissions.*, 0 AS attempts FROM submissions
     WHERE account_id = ? AND keccak256 = ? AND removed_at IS NOT NULL ORDER BY id`,
  );
  const selectRemovedOfBatch = database.prepare(
    `SELECT submissions.*, 0 AS attempts FROM submissions WHERE account_id = ? AND batch = ? AND removed_at IS NOT NULL`,
  );
  const selectOwner = database.prepare('SELECT id FROM submissions WHERE account_id = ? AND submission_id = ?');
  const selectReceipts = database.prepare(
    `SELECT id, submission_id, size, keccak256, blake2b256, ${attemptToken} AS token,
       (SELECT ended_at FROM attempts WHERE local_id = submissions.id AND outcome = 'accepted') AS accepted_at,
       (SELECT min(end_sequence) FROM attempts
        WHERE local_id = submissions.id AND outcome = 'accepted' AND detail = submissions.submission_id) AS end_sequence,
       coalesce(
         (SELECT max(left_behind) FROM attempts
          WHERE local_id = submissions.id AND outcome = 'accepted' AND detail = submissions.submission_id),
         (SELECT max(left_behind) FROM attempts WHERE local_id = submissions.id)
       ) AS left_behind FROM submissions
     WHERE account_id = ? AND submission_id IS NOT NULL AND (submission_id, id) > (?, ?)
     ORDER BY submission_id, id LIMIT ${RECEIPTS_AT_ONCE}`,
  );
  const selectIdsElsewhere = database.prepare(
    `SELECT submission_id FROM accounts CROSS JOIN json_each(?1) AS wanted CROSS JOIN submissions
     WHERE accounts.id <> ?2 AND submissions.account_id = accounts.id AND submissions.submission_id = wanted.value
     UNION
     SELECT submission_id FROM former_submissions
     WHERE account_id <> ?2 AND submission_id IN (SELECT value FROM json_each(?1))`,
  );
  const selectNamed = database.prepare(
    `SELECT submission_id, data_hash, keccak256, blake2b256, record ->> '$.createdAt' AS created_at
     FROM submissions CROSS JOIN records ON records.account_id = submissions.account_id AND records.id = submissions.submission_id
     WHERE submissions.account_id = ? AND data_hash IS NOT NULL ORDER BY submissions.id DESC LIMIT ${NAMED_LIMIT}`,
  );
  const selectFormerIds = database.prepare('SELECT submission_id FROM former_submissions WHERE account_id = ?');
  const selectOtherBytes = database.prepare(
    `SELECT 1 FROM accounts CROSS JOIN submissions
       WHERE submissions.account_id = accounts.id AND submissions.submission_id = :submissionId
         AND submissions.id <> :id AND submissions.keccak256 IS NOT :keccak256
     UNION ALL
     SELECT 1 FROM accounts CROSS JOIN former_submissions AS former
       WHERE former.account_id = accounts.id AND former.submission_id = :submissionId AND NOT EXISTS (
         SELECT 1 FROM attempts WHERE local_id = :id AND outcome = 'accepted' AND detail = :submissionId)`,
  );
  const selectFiles = database.prepare(
    `SELECT DISTINCT keccak256, blake2b256 FROM submissions WHERE keccak256 IS NOT NULL AND
       (keccak256 IN (SELECT value FROM json_each(?1)) OR blake2b256 IN (SELECT value FROM json_each(?1)))`,
  );
  const selectToken = database.prepare('SELECT token FROM attempts WHERE local_id = ? ORDER BY number DESC LIMIT 1');
  const selectLastBatch = database.prepare(
    `SELECT max(batch) AS batch FROM submissions WHERE account_id = ? AND batch <= ${Number.MAX_SAFE_INTEGER}`,
  );
  const wasAccepted = `EXISTS (SELECT 1 FROM attempts WHERE local_id = submissions.id AND outcome = 'accepted')`;
  const selectPaidBefore = database.prepare(
    `SELECT id, ${wasAccepted} AS was_accepted FROM submissions WHERE account_id = ? AND id <> ? AND ${attemptToken} IS ?
       AND (submission_id IS NOT NULL OR state_kind = 'unsettled' OR ${wasAccepted}) ORDER BY id DESC LIMIT 1`,
  );
  const selectLost = database.prepare(
    `SELECT ${attemptColumns} FROM attempts WHERE local_id = ? AND ${isLost} ORDER BY number`,
  );
  const selectLostSubmissions = database.prepare(
    `SELECT id, size, removed_at IS NOT NULL AS removed FROM submissions WHERE account_id = ? AND submission_id IS NULL
       AND (state_kind = 'unsettled' OR EXISTS (SELECT 1 FROM attempts WHERE local_id = submissions.id AND ${isLost}))`,
  );

  const selectSent = database.prepare(
    `SELECT ${attemptColumns} FROM attempts
     WHERE local_id = ?
       AND (outcome = 'unknown' OR (whole_body_may_be_out = 1 AND outcome NOT IN ('accepted', 'not-sent')))
     ORDER BY number`,
  );

  return {
    /** The submissions whose cost is known, latest first. */
    paid: (): Paid[] =>
      selectPaid.all().map((row) => {
        const { account_id, ...rest } = paidRow.parse(row);
        return { ...rest, accountId: account_id };
      }),

    /** Submissions off the list with these bytes; they were submitted, or may have been. */
    removedWithBytes: (accountId: string, keccak256: string): StoredSubmission[] =>
      selectRemoved.all(accountId, keccak256).map(fromRow),

    removedOfBatch: (accountId: string, batch: number): StoredSubmission[] =>
      selectRemovedOfBatch.all(accountId, batch).map(fromRow),

    /** The submission that a submission id belongs to, on the list or off it; null when it is nobody's. */
    ownerOf(accountId: string, submissionId: string): number | null {
      const id = selectOwner.get(accountId, submissionId)?.id;
      return typeof id === 'number' ? id : null;
    },

    /** All receipts of an account, of submissions on the list and off it. Read bit by bit: there may be very many. */
    async receipts(accountId: string): Promise<Receipt[]> {
      const receipts: Receipt[] = [];
      let last = { submissionId: '', id: 0 };
      for (;;) {
        const rows = selectReceipts.all(accountId, last.submissionId, last.id);
        for (const row of rows) receipts.push(receiptOf(row));
        const end = rows.at(-1);
        if (end === undefined || rows.length < RECEIPTS_AT_ONCE) return receipts;
        last = { submissionId: String(end.submission_id), id: Number(end.id) };
        await setImmediate();
      }
    },

    /** What hashes the service gave for the files that were added last. */
    latestHashes: (accountId: string): NamedHash[] =>
      selectNamed.all(accountId).map((row) => ({
        submissionId: String(row.submission_id),
        dataHash: String(row.data_hash),
        createdAt: typeof row.created_at === 'string' ? timeOf(row.created_at) : null,
        keccak256: textOf(row.keccak256),
        blake2b256: textOf(row.blake2b256),
      })),

    /** Those of these submission ids that other accounts have receipts for: two may be one and the same at the service. */
    idsElsewhere: (accountId: string, among: readonly string[]): Set<string> =>
      new Set(selectIdsElsewhere.all(JSON.stringify(among), accountId).map((row) => String(row.submission_id))),

    /** Submission ids of submissions that were sent again after the service had given up on them. */
    formerIds: (accountId: string): string[] => selectFormerIds.all(accountId).map((row) => String(row.submission_id)),

    /** The files that were ever prepared here and have one of these hashes, by hash: each file's Keccak-256. */
    filesWith(hashes: readonly string[]): Map<string, string> {
      const files = new Map<string, string>();
      if (hashes.length === 0) return files;
      for (const row of selectFiles.all(JSON.stringify(hashes))) {
        const { keccak256, blake2b256 } = digestsRow.parse(row);
        files.set(keccak256, keccak256);
        if (blake2b256 !== null) files.set(blake2b256, keccak256);
      }
      return files;
    },

    /** The token that was asked to pay for a submission's last attempt, null where the API key decided. */
    payingToken(localId: number): string | null {
      const token = selectToken.get(localId)?.token;
      return typeof token === 'string' ? token : null;
    },

    /** The latest other submission, on the list or off it, that this token may have paid for; null for what the API key decides. */
    paidBefore(accountId: string, token: string | null, localId: number): PaidBefore | null {
      const row = selectPaidBefore.get(accountId, localId, token);
      return row === undefined ? null : { id: Number(row.id), wasAccepted: row.was_accepted === 1 };
    },

    /** Whether an id is that of a submission of other bytes than this submission's, with any account, on the list or off it. */
    isOfOtherBytes: ({ id, keccak256 }: Pick<StoredSubmission, 'id' | 'keccak256'>, submissionId: string): boolean =>
      selectOtherBytes.get({ id, keccak256, submissionId }) !== undefined,

    lastBatch: (accountId: string): number => Number(selectLastBatch.get(accountId)?.batch ?? 0),

    /** The submission's attempts whose end nobody saw, and of which the service may have the whole body; oldest first. */
    lostAttempts: (localId: number): LostAttempt[] => selectLost.all(localId).map(attemptOf),

    /** Submissions without a receipt that are unsettled or have such attempts, those off the list included. */
    lostSubmissions: (accountId: string): LostSubmission[] =>
      selectLostSubmissions.all(accountId).map(({ id, size, removed }) => ({
        id: Number(id),
        size: size === null ? null : Number(size),
        removed: removed === 1,
      })),

    /** Those, the one under way, and what was refused after its whole body had gone out: a refusal may be wrong. */
    sentAttempts: (localId: number): LostAttempt[] => selectSent.all(localId).map(attemptOf),
  };
}

/** By hand: ten thousand of these are read at each look, and checking their shape takes longer than reading them. */
function receiptOf(row: Record<string, SQLOutputValue>): Receipt {
  return {
    submissionId: String(row.submission_id),
    size: numberOf(row.size),
    keccak256: textOf(row.keccak256),
    blake2b256: textOf(row.blake2b256),
    token: textOf(row.token),
    acceptedAt: typeof row.accepted_at === 'string' ? Date.parse(row.accepted_at) : null,
    endSequence: numberOf(row.end_sequence),
    leftBehind: row.left_behind === 1,
  };
}

function timeOf(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function attemptOf(row: Record<string, SQLOutputValue>): LostAttempt {
  return {
    startedAt: Date.parse(String(row.started_at)),
    endedAt: row.ended_at === null ? null : Date.parse(String(row.ended_at)),
    token: textOf(row.token),
    beginSequence: numberOf(row.begin_sequence),
    endSequence: numberOf(row.end_sequence),
  };
}
