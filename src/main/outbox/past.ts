import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { fromRow, type OutboxItem } from './outbox-item.ts';

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
};

const receiptRow = z.object({
  submission_id: z.string(),
  size: z.number().nullable(),
  keccak256: z.string().nullable(),
  blake2b256: z.string().nullable(),
  token: z.string().nullable(),
  accepted_at: z.string().nullable(),
});
const digestsRow = z.object({ keccak256: z.string(), blake2b256: z.string().nullable() });

/** More than enough to know a tariff, and few enough to read at every start. */
const PAID_LIMIT = 20_000;

export type Past = ReturnType<typeof createPast>;

/** What the journal remembers of items, those included that a person has taken off the list. */
export function createPast(database: DatabaseSync) {
  const attemptToken = `(SELECT token FROM attempts WHERE item_id = items.id ORDER BY number DESC LIMIT 1)`;
  const selectPaid = database.prepare(
    `SELECT account_id, size, cost, ${attemptToken} AS token FROM items
     WHERE cost IS NOT NULL AND size IS NOT NULL ORDER BY id DESC LIMIT ${PAID_LIMIT}`,
  );
  const selectRemoved = database.prepare(
    `SELECT items.*, 0 AS attempts FROM items
     WHERE account_id = ? AND keccak256 = ? AND removed_at IS NOT NULL ORDER BY id`,
  );
  const selectRemovedOfBatch = database.prepare(
    `SELECT items.*, 0 AS attempts FROM items WHERE account_id = ? AND batch = ? AND removed_at IS NOT NULL`,
  );
  const selectOwner = database.prepare('SELECT id FROM items WHERE account_id = ? AND submission_id = ?');
  const selectReceipts = database.prepare(
    `SELECT submission_id, size, keccak256, blake2b256, ${attemptToken} AS token,
       (SELECT ended_at FROM attempts WHERE item_id = items.id AND outcome = 'accepted') AS accepted_at FROM items
     WHERE account_id = ? AND submission_id IS NOT NULL`,
  );
  const selectIdsElsewhere = database.prepare(
    'SELECT submission_id FROM items WHERE account_id <> ? AND submission_id IS NOT NULL',
  );
  const selectFormerIds = database.prepare(
    `SELECT detail FROM attempts JOIN items ON items.id = item_id
     WHERE account_id = ? AND outcome = 'accepted' AND detail IS NOT NULL AND detail IS NOT submission_id`,
  );
  const selectDigests = database.prepare(
    'SELECT DISTINCT keccak256, blake2b256 FROM items WHERE keccak256 IS NOT NULL',
  );
  const selectToken = database.prepare('SELECT token FROM attempts WHERE item_id = ? ORDER BY number DESC LIMIT 1');
  const selectLastBatch = database.prepare('SELECT max(batch) AS batch FROM items WHERE account_id = ?');
  const selectLost = database.prepare(
    `SELECT started_at, ended_at, token FROM attempts WHERE item_id = ?
       AND (outcome = 'unknown' OR (outcome = 'interrupted' AND whole_body_may_be_out = 1)) ORDER BY number`,
  );

  const selectSent = database.prepare(
    `SELECT started_at, ended_at, token FROM attempts
     WHERE item_id = ? AND whole_body_may_be_out = 1 AND outcome NOT IN ('accepted', 'not-sent') ORDER BY number`,
  );

  return {
    /** The submissions whose cost is known, latest first. */
    paid: (): Paid[] =>
      selectPaid.all().map((row) => {
        const { account_id, ...rest } = paidRow.parse(row);
        return { ...rest, accountId: account_id };
      }),

    /** Items off the list with these bytes; they were submitted, or may have been. */
    removedWithBytes: (accountId: string, keccak256: string): OutboxItem[] =>
      selectRemoved.all(accountId, keccak256).map(fromRow),

    removedOfBatch: (accountId: string, batch: number): OutboxItem[] =>
      selectRemovedOfBatch.all(accountId, batch).map(fromRow),

    /** The item that a submission id belongs to, on the list or off it; null when it is nobody's. */
    ownerOf(accountId: string, submissionId: string): number | null {
      const id = selectOwner.get(accountId, submissionId)?.id;
      return typeof id === 'number' ? id : null;
    },

    /** All receipts of an account, of items on the list and off it. */
    receipts: (accountId: string): Receipt[] =>
      selectReceipts.all(accountId).map((row) => {
        const { submission_id, accepted_at, ...rest } = receiptRow.parse(row);
        return {
          ...rest,
          submissionId: submission_id,
          acceptedAt: accepted_at === null ? null : Date.parse(accepted_at),
        };
      }),

    /** Submission ids that other accounts have receipts for: two accounts may be one and the same at the service. */
    idsElsewhere: (accountId: string): Set<string> =>
      new Set(selectIdsElsewhere.all(accountId).map((row) => String(row.submission_id))),

    /** Submission ids of items that were sent again after the service had given up on them. */
    formerIds: (accountId: string): string[] => selectFormerIds.all(accountId).map(({ detail }) => String(detail)),

    /** Every hash that a service may give for a file that was ever prepared here, with that file's Keccak-256. */
    knownHashes(): Map<string, string> {
      const files = new Map<string, string>();
      for (const row of selectDigests.all()) {
        const { keccak256, blake2b256 } = digestsRow.parse(row);
        files.set(keccak256, keccak256);
        if (blake2b256 !== null) files.set(blake2b256, keccak256);
      }
      return files;
    },

    /** The token that was asked to pay for an item's last attempt, null where the API key decided. */
    payingToken(itemId: number): string | null {
      const token = selectToken.get(itemId)?.token;
      return typeof token === 'string' ? token : null;
    },

    lastBatch: (accountId: string): number => Number(selectLastBatch.get(accountId)?.batch ?? 0),

    /** The item's attempts whose end nobody saw, and of which the service may have the whole body; oldest first. */
    lostAttempts: (itemId: number): LostAttempt[] => selectLost.all(itemId).map(attemptOf),

    /** Those, the one under way, and what was refused after its whole body had gone out: a refusal may be wrong. */
    sentAttempts: (itemId: number): LostAttempt[] => selectSent.all(itemId).map(attemptOf),
  };
}

function attemptOf(row: Record<string, SQLOutputValue>): LostAttempt {
  return {
    startedAt: Date.parse(String(row.started_at)),
    endedAt: row.ended_at === null ? null : Date.parse(String(row.ended_at)),
    token: typeof row.token === 'string' ? row.token : null,
  };
}
