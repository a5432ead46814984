import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { Commit } from '../storage/index.ts';

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
  extra: z.record(z.string(), z.string()),
});

/** The service's records as last read, kept so that they can be shown offline. */
export function createRecordStore(database: DatabaseSync, commit: Commit, now: () => number) {
  const put = database.prepare(
    `INSERT INTO records (account_id, id, record, read_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET record = excluded.record, read_at = excluded.read_at`,
  );
  const select = database.prepare('SELECT record FROM records WHERE account_id = ? AND id = ?');
  return {
    put: (accountId: string, records: readonly SubmissionRecord[]): Promise<void> =>
      commit(() => {
        const readAt = new Date(now()).toISOString();
        for (const record of records) put.run(accountId, record.id, JSON.stringify(record), readAt);
      }),
    get: (accountId: string, id: string): SubmissionRecord | null => {
      const row = select.get(accountId, id);
      return row === undefined ? null : recordShape.parse(JSON.parse(String(row.record)));
    },
  };
}
