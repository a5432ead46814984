import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type SubmissionRecord, textsByName } from '../../shared/records.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Commit, latestStep } from '../storage/index.ts';
import { createRecordRoom, type Kept, mostKept } from './record-room.ts';
import { seenAnew } from './seen-sequence.ts';

export type RecordStore = ReturnType<typeof createRecordStore>;

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

const PUT_AT_ONCE = 1_000;
const SEEN_AT_ONCE = 500;

/** The service's records as last read, kept so that they can be shown offline. Tells of those that it has written. */
export function createRecordStore(
  database: DatabaseSync,
  commit: Commit,
  now: () => number,
  events: Pick<DomainEvents, 'emit'>,
  most: Kept = mostKept,
) {
  const room = createRecordRoom(database, most);
  const put = database.prepare(
    `INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence)
     VALUES (?1, ?2, ?3, ?4, ?4, ${latestStep})
     ON CONFLICT (account_id, id) DO UPDATE SET record = excluded.record, read_at = excluded.read_at, ${seenAnew}
     WHERE NOT (json_extract(excluded.record, '$.phase') = 'pending' AND json_extract(record, '$.phase') <> 'pending')`,
  );
  const select = database.prepare('SELECT record FROM records WHERE account_id = ? AND id = ?');
  // Told which index to use: without statistics SQLite goes through all records of the account.
  const selectByHash = database.prepare(
    'SELECT record FROM records INDEXED BY records_by_data_hash WHERE account_id = ? AND data_hash = ?',
  );

  const selectSeen = database.prepare(
    `SELECT records.id, seen_sequence, record ->> '$.createdAt' AS created_at FROM json_each(?2) AS wanted CROSS JOIN records
     WHERE account_id = ?1 AND records.id = wanted.value`,
  );

  const selectHashes = database.prepare(
    `SELECT records.id, data_hash, record ->> '$.createdAt' AS created_at FROM json_each(?2) AS wanted CROSS JOIN records
     WHERE account_id = ?1 AND records.id = wanted.value AND data_hash IS NOT NULL`,
  );

  /** Answers those that there is no room for. */
  async function putSome(
    accountId: string,
    records: readonly SubmissionRecord[],
    origin: 'listed' | 'asked',
  ): Promise<readonly string[]> {
    const leftOut: string[] = [];
    const changed: { readonly record: SubmissionRecord; readonly json: string }[] = [];
    for (const record of records) {
      const json = JSON.stringify(record);
      const known = select.get(accountId, record.id)?.record;
      if (known === json) continue;
      // An answer that was long on its way: what is final does not become pending again. Looked at once more when it is
      // written, for another answer may be waiting to be.
      if (record.phase === 'pending' && known !== undefined && readRecord(known).phase !== 'pending') continue;
      if (origin === 'listed' && !room.has(accountId, record.id, json)) leftOut.push(record.id);
      else changed.push({ record, json });
    }
    if (changed.length === 0) return leftOut;
    const hasRoom = ({ id }: SubmissionRecord, json: string): boolean =>
      origin === 'asked' || room.has(accountId, id, json);
    let without: ReadonlySet<SubmissionRecord> = new Set();
    await commit(() => {
      const readAt = new Date(now()).toISOString();
      const late = new Set<SubmissionRecord>();
      for (const { record, json } of changed) {
        // The ones before it may have taken the room.
        if (hasRoom(record, json)) put.run(accountId, record.id, json, readAt);
        else late.add(record);
      }
      without = late;
    });
    const written = changed.flatMap(({ record }) => (without.has(record) ? [] : [record]));
    if (written.length > 0) events.emit('records.stored', { accountId, records: written });
    return [...leftOut, ...[...without].map(({ id }) => id)];
  }

  return {
    /**
     * Writes what is new or has changed; records that are as they were cost a look and no write. `listed`: nobody asked
     * for them one by one. Where there is no room for more of those, only such as are this app's own are written; answers
     * the ids of the others.
     */
    async put(
      accountId: string,
      records: readonly SubmissionRecord[],
      origin: 'listed' | 'asked' = 'asked',
    ): Promise<ReadonlySet<string>> {
      const leftOut = new Set<string>();
      for (let start = 0; start < records.length; start += PUT_AT_ONCE) {
        // A list may be of hundreds of thousands: whatever else waits has its turn in between.
        if (start > 0) await setImmediate();
        const some = await putSome(accountId, records.slice(start, start + PUT_AT_ONCE), origin);
        for (const id of some) leftOut.add(id);
      }
      return leftOut;
    },

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
        const kept = new Map(
          selectSeen.all(accountId, JSON.stringify(some.map(({ id }) => id))).map((row) => [String(row.id), row]),
        );
        for (const record of some) {
          const row = kept.get(record.id);
          if (typeof row?.seen_sequence !== 'number' || row.created_at === null) continue;
          if (row.created_at === record.createdAt) seen.set(record, row.seen_sequence);
        }
      }
      return seen;
    },

    get: (accountId: string, id: string): SubmissionRecord | null => {
      const row = select.get(accountId, id);
      return row === undefined ? null : readRecord(row.record);
    },

    /** What the service gave as the hashes of those of these submissions whose records have one, by their ids. */
    hashesOf(
      accountId: string,
      ids: readonly string[],
    ): ReadonlyMap<string, { readonly dataHash: string; readonly createdAt: number | null }> {
      const rows = selectHashes.all(accountId, JSON.stringify(ids));
      return new Map(
        rows.map((row) => {
          const createdAt = Date.parse(String(row.created_at));
          const named = { dataHash: String(row.data_hash), createdAt: Number.isNaN(createdAt) ? null : createdAt };
          return [String(row.id), named];
        }),
      );
    },

    /** Kept records with this hash (lower-case hex with `0x`), in no order. */
    withDataHash: (accountId: string, dataHash: string): SubmissionRecord[] =>
      selectByHash.all(accountId, dataHash).map((row) => readRecord(row.record)),
  };
}
