import { allRecords, type RecordQuery } from '../../shared/bridge/records.ts';
import type { Records } from '../records/index.ts';

/** All records in the order in which Spending is opened, and none of their rows. */
const noRows: RecordQuery = {
  filter: allRecords('UTC'),
  sort: { column: 'time', descending: true },
  group: 'none',
  offset: 0,
  count: 0,
};

/** When an account's oldest record was made (UTC instant); null when there is none, or it cannot be told now. */
export async function oldestRecord(records: Pick<Records, 'query'>, accountId: string): Promise<string | null> {
  const page = await records.query(accountId, noRows);
  return page.ok ? page.value.oldest : null;
}
