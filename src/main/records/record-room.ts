import type { DatabaseSync } from 'node:sqlite';

/**
 * How much is kept of what one account's service lists: 400,000 records, and 256 MiB of them as they are written. An
 * ordinary record comes to some 560 bytes, so that 400,000 of them fit in both.
 */
export const mostKept = { records: 400_000, bytes: 256 * 1024 * 1024 } as const;

/** An account's own receipts are kept beyond that, where their records are no longer than this (bytes). */
export const LONGEST_OWN = 64 * 1024;

/** By so much what is kept may grow beyond that: what was pending is to become final. */
const GROWTH = 1.25;

/** What there is of an account's records. `bytes`: of their JSON. */
export type Kept = { readonly records: number; readonly bytes: number };

export const isFull = (kept: Kept, most: Kept): boolean => kept.records >= most.records || kept.bytes >= most.bytes;

export const mayGrow = (kept: Kept, most: Kept): boolean => kept.bytes < most.bytes * GROWTH;

export type RecordRoom = ReturnType<typeof createRecordRoom>;

/** Says whether a listed record may be written. The database counts, whoever writes. */
export function createRecordRoom(database: DatabaseSync, most: Kept) {
  const selectKept = database.prepare('SELECT records, bytes FROM record_usage WHERE account_id = ?');
  const selectLength = database.prepare(
    'SELECT octet_length(record) AS bytes FROM records WHERE account_id = ? AND id = ?',
  );
  const selectOwn = database.prepare('SELECT 1 FROM submissions WHERE account_id = ? AND submission_id = ?');

  function hasAnyway(accountId: string, id: string, bytes: number, kept: Kept): boolean {
    const known = selectLength.get(accountId, id);
    if (known !== undefined && (mayGrow(kept, most) || bytes <= Number(known.bytes))) return true;
    return bytes <= LONGEST_OWN && selectOwn.get(accountId, id) !== undefined;
  }

  return {
    /** `json`: the record, as it is to be written. */
    has(accountId: string, id: string, json: string): boolean {
      const row = selectKept.get(accountId);
      if (row === undefined) return true;
      const kept = { records: Number(row.records), bytes: Number(row.bytes) };
      return !isFull(kept, most) || hasAnyway(accountId, id, Buffer.byteLength(json), kept);
    },

    /** The same for a further record with one id, of which the service lists several. */
    hasTwin(accountId: string): boolean {
      const row = selectKept.get(accountId);
      return row === undefined || !isFull({ records: Number(row.records), bytes: Number(row.bytes) }, most);
    },
  };
}
