import type { DatabaseSync } from 'node:sqlite';
import { lastSequenceSql } from '../../storage/index.ts';

export type Writes = ReturnType<typeof prepareWrites>;
export type Reads = ReturnType<typeof prepareReads>;

export function prepareWrites(database: DatabaseSync) {
  return {
    // A record that is kept already was there since then if the service's time for it is the same: two services that an
    // account had, one after the other, may give two submissions one id. And what is in a block does not become pending again.
    record: database.prepare(
      `INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence)
       VALUES (?1, ?2, ?3, ?4, ?4, ${lastSequenceSql})
       ON CONFLICT (account_id, id) DO UPDATE SET record = excluded.record, read_at = excluded.read_at,
         seen_sequence = CASE WHEN record ->> '$.createdAt' = excluded.record ->> '$.createdAt'
           THEN seen_sequence ELSE excluded.seen_sequence END
       WHERE excluded.record <> record
         AND NOT (json_extract(excluded.record, '$.phase') = 'pending' AND json_extract(record, '$.phase') = 'in-block')`,
    ),
    sameId: database.prepare(
      `INSERT INTO same_id_records (account_id, id, number, record) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, id, number) DO UPDATE SET record = excluded.record WHERE excluded.record <> record`,
    ),
    noSameId: database.prepare('DELETE FROM same_id_records WHERE account_id = ? AND id = ? AND number > ?'),
    sync: database.prepare(
      `INSERT INTO record_syncs (account_id, as_of, list_limit, listed) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id) DO UPDATE SET as_of = excluded.as_of, list_limit = excluded.list_limit,
         listed = excluded.listed`,
    ),
    noSync: database.prepare('DELETE FROM record_syncs WHERE account_id = ?'),
  };
}

export function prepareReads(database: DatabaseSync) {
  return {
    sync: database.prepare('SELECT as_of, list_limit, listed FROM record_syncs WHERE account_id = ?'),
    records: database.prepare('SELECT id, record FROM records WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?'),
    sameId: database.prepare(
      `SELECT id, number, record FROM same_id_records WHERE account_id = ? AND (id, number) > (?, ?)
       ORDER BY id, number LIMIT ?`,
    ),
    accounts: database.prepare('SELECT account_id FROM record_usage'),
    usage: database.prepare('SELECT records, bytes FROM record_usage WHERE account_id = ?'),
    earlier: database.prepare(
      'SELECT until, record FROM earlier_records WHERE account_id = ? AND id = ? ORDER BY number DESC',
    ),
    like: database.prepare(
      `SELECT record FROM records WHERE account_id = ?1 AND (
         (?2 <> '' AND (instr(record, ?2) > 0 OR instr(replace(id, '-', ''), ?2) > 0))
         OR (?3 <= ?4 AND substr(record ->> '$.createdAt', 1, 10) BETWEEN ?3 AND ?4))`,
    ),
  };
}
