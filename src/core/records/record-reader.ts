import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type SubmissionRecord, textsByName } from '../../shared/records.ts';

const text = z.string().nullable();
const recordShape: z.ZodType<SubmissionRecord> = z.object({
  id: z.string(),
  userId: text,
  tokenDetailsId: text,
  extrinsicIndex: text,
  amountData: text,
  fees: text,
  toAddress: text,
  blockHash: text,
  dataHash: text,
  txHash: text,
  createdAt: text,
  phase: z.enum(['pending', 'in-block', 'failed']),
  error: text,
  extra: textsByName,
});

const readRecord = (value: unknown): SubmissionRecord => recordShape.parse(JSON.parse(String(value)));

/** `createdAt`: epoch milliseconds. */
export type RecordHash = { readonly dataHash: string; readonly createdAt: number | null };

const SEEN_AT_ONCE = 500;

/** The service's records as they are on the disk, read where nobody waits for a thread. */
export class RecordReader {
  readonly #select: StatementSync;
  readonly #selectByHash: StatementSync;
  readonly #selectSeen: StatementSync;
  readonly #selectHashes: StatementSync;

  constructor(database: DatabaseSync) {
    this.#select = database.prepare('SELECT record FROM records WHERE account_id = ? AND id = ?');
    // Told which index to use: without statistics SQLite goes through all records of the account.
    this.#selectByHash = database.prepare(
      'SELECT record FROM records INDEXED BY records_by_data_hash WHERE account_id = ? AND data_hash = ?',
    );
    this.#selectSeen = database.prepare(
      `SELECT records.id, seen_sequence, record ->> '$.createdAt' AS created_at
       FROM json_each(?2) AS wanted CROSS JOIN records WHERE account_id = ?1 AND records.id = wanted.value`,
    );
    this.#selectHashes = database.prepare(
      `SELECT records.id, data_hash, record ->> '$.createdAt' AS created_at
       FROM json_each(?2) AS wanted CROSS JOIN records
       WHERE account_id = ?1 AND records.id = wanted.value AND data_hash IS NOT NULL`,
    );
  }

  get(accountId: string, id: string): SubmissionRecord | null {
    const row = this.#select.get(accountId, id);
    return row === undefined ? null : readRecord(row.record);
  }

  /** What the service gave as the hashes of those of these submissions whose records have one, by their ids. */
  hashesOf(accountId: string, ids: readonly string[]): ReadonlyMap<string, RecordHash> {
    const rows = this.#selectHashes.all(accountId, JSON.stringify(ids));
    return new Map(
      rows.map((row) => {
        const createdAt = Date.parse(String(row.created_at));
        return [
          String(row.id),
          { dataHash: String(row.data_hash), createdAt: Number.isNaN(createdAt) ? null : createdAt },
        ];
      }),
    );
  }

  /** Kept records with this hash (lower-case hex with `0x`), in no order. */
  withDataHash(accountId: string, dataHash: string): SubmissionRecord[] {
    return this.#selectByHash.all(accountId, dataHash).map((row) => readRecord(row.record));
  }

  /**
   * How far the order of all attempts had come when these records were first kept, for those of which that is known:
   * whatever began later is not theirs. The service's time has to be the same then and now, for two services that an
   * account had may give two submissions one id.
   */
  async seen(accountId: string, records: readonly SubmissionRecord[]): Promise<Map<SubmissionRecord, number>> {
    const seen = new Map<SubmissionRecord, number>();
    for (let start = 0; start < records.length; start += SEEN_AT_ONCE) {
      if (start > 0) await setImmediate();
      const some = records.slice(start, start + SEEN_AT_ONCE);
      const ids = JSON.stringify(some.map(({ id }) => id));
      const kept = new Map(this.#selectSeen.all(accountId, ids).map((row) => [String(row.id), row]));
      for (const record of some) {
        const row = kept.get(record.id);
        if (typeof row?.seen_sequence !== 'number' || row.created_at === null) continue;
        if (row.created_at === record.createdAt) seen.set(record, row.seen_sequence);
      }
    }
    return seen;
  }
}
