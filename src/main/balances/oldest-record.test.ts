import { afterEach, expect, test } from 'vitest';
import { accountId, closeRecords, openRecordsRig, recordOf } from '../records/records.fixture.ts';
import { oldestRecord } from './oldest-record.ts';

afterEach(closeRecords);

test('the oldest record is found among all, those without a time left out', async () => {
  const rig = await openRecordsRig();
  expect(await oldestRecord(rig.records, accountId)).toBeNull();
  await rig.records.put(accountId, [
    recordOf('a', { createdAt: '2026-03-02T10:00:00.000Z' }),
    recordOf('b', { createdAt: '2026-03-01T10:00:00.000Z' }),
    recordOf('c', { createdAt: '2026-03-03T10:00:00.000Z' }),
    recordOf('d'),
  ]);
  expect(await oldestRecord(rig.records, accountId)).toBe('2026-03-01T10:00:00.000Z');
});
