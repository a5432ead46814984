import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { kindsWhere } from '../../../shared/submissions/submission-state.ts';
import { idsWithBytes } from './content-digests.ts';
import { attemptToken } from './earlier-submissions.ts';
import { costShape, fromRows, inSql, json, type StoredSubmission, storedColumns } from './submission.ts';

/** One submission that was paid for: what it cost, and by whom it was paid. */
export type Paid = {
  readonly accountId: string;
  readonly size: number;
  readonly cost: Cost;
  /** The token that was asked to pay, null where the API key decided. */
  readonly token: string | null;
};

/** More than enough to know a tariff, and few enough to read at every start. */
const PAID_LIMIT = 20_000;

/** What was paid for, or may have been, and by whom: of submissions on the list and off it. */
export class Payments {
  readonly #select: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#select = prepare(database);
  }

  /** The submissions whose cost is known and can be read, latest first. */
  known(): Paid[] {
    return this.#select.known.all().flatMap((row) => {
      const read = paidRow.safeParse(row);
      if (!read.success) return [];
      const { account_id, ...rest } = read.data;
      return [{ ...rest, accountId: account_id }];
    });
  }

  /**
   * The submission id that the account has for the bytes of a part; null if there is none. Excludes receipts from an address or
   * credential that the account has left.
   */
  receiptWithBytesOf({ accountId, keccak256, blake2b256 }: StoredSubmission): string | null {
    const known = this.#select.receiptWithBytes.get(accountId, blake2b256, keccak256)?.submission_id;
    return typeof known === 'string' ? known : null;
  }

  /** Private submissions off the list of what has this identity, however it was encrypted. */
  removedMeaning(accountId: string, identity: string): StoredSubmission[] {
    return fromRows(this.#select.removedMeaning, accountId, identity);
  }

  /** Whether anything was submitted with an account, or may have been. */
  hasAny(accountId: string): boolean {
    return this.#select.any.get(accountId) !== undefined;
  }

  /** The token that was asked to pay for a submission's last attempt, null where the API key decided. */
  tokenOf(localId: number): string | null {
    const token = this.#select.token.get(localId)?.token;
    return typeof token === 'string' ? token : null;
  }
}

const wasAccepted = `EXISTS (SELECT 1 FROM attempts WHERE local_id = submissions.id AND outcome = 'accepted')`;
/** What goes in parts is paid for by part. */
const mayBePaidFor = `part_size IS NULL AND (submission_id IS NOT NULL OR state_kind = 'unsettled' OR ${wasAccepted})`;

function prepare(database: DatabaseSync) {
  const select = (sql: string) => database.prepare(`SELECT ${sql}`);
  return {
    known: select(
      `account_id, size, cost, ${attemptToken} AS token FROM submissions
       WHERE json_valid(cost) AND size BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${PAID_LIMIT}`,
    ),
    receiptWithBytes: select(
      `submission_id FROM submissions WHERE id IN (${idsWithBytes}) AND submission_id IS NOT NULL
         AND state_kind IN (${inSql(kindsWhere(({ service }) => service === 'everything'))})
         AND NOT EXISTS (SELECT 1 FROM submissions AS same CROSS JOIN attempts ON local_id = same.id
           WHERE same.account_id = submissions.account_id AND same.submission_id = submissions.submission_id
             AND left_behind = 1) LIMIT 1`,
    ),
    // As the index has it: without it all of the account's private files would be read for each.
    removedMeaning: select(
      `${storedColumns} FROM submissions INDEXED BY submissions_by_identity
       WHERE account_id = ? AND iif(json_valid(encryption), encryption ->> '$.copy.identity', NULL) = ?
         AND encryption IS NOT NULL AND removed_at IS NOT NULL ORDER BY id`,
    ),
    any: select(`1 FROM submissions WHERE account_id = ? AND ${mayBePaidFor} LIMIT 1`),
    token: select('token FROM attempts WHERE local_id = ? ORDER BY number DESC LIMIT 1'),
  };
}

const paidRow = z.object({
  account_id: z.string(),
  size: z.number(),
  cost: json(costShape),
  token: z.string().nullable(),
});
