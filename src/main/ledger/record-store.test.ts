import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { parseSubmissions } from '../service/answers/index.ts';
import { createGroupCommit, openDatabase } from '../storage/index.ts';
import { createRecordStore, type RecordStore } from './record-store.ts';

const pending: SubmissionRecord = {
  id: 'a',
  userId: null,
  tokenDetailsId: null,
  extrinsicIndex: null,
  amountData: null,
  fees: null,
  toAddress: null,
  blockHash: null,
  dataHash: null,
  txHash: null,
  createdAt: null,
  phase: 'pending',
  error: null,
  extra: {},
};
const final: SubmissionRecord = { ...pending, phase: 'in-block', blockHash: '0x01', fees: '7' };

async function withRecords(use: (records: RecordStore, accountId: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-records-'));
  const database = openDatabase(join(folder, 'dropslip.db'));
  try {
    const commit = createGroupCommit(database);
    await createAccountStore(database, commit).add(practiceAccount, '2026-01-01T00:00:00Z');
    await use(createRecordStore(database, commit, Date.now), practiceAccount.id);
  } finally {
    database.close();
    await rm(folder, { recursive: true });
  }
}

test('a field that the service calls __proto__ is kept like any other', async () => {
  await withRecords(async (records, accountId) => {
    const [record] = parseSubmissions('[{"id":"a","__proto__":{"x":1.50},"block_number":7}]') ?? [];
    await records.put(accountId, record === undefined ? [] : [record]);
    expect(Object.entries(records.get(accountId, 'a')?.extra ?? {})).toEqual([
      ['__proto__', '{"x":1.50}'],
      ['block_number', '7'],
    ]);
  });
});

test('a late answer does not make a final record pending again, and a later final one counts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-records-'));
  const database = openDatabase(join(folder, 'dropslip.db'));
  try {
    const commit = createGroupCommit(database);
    const { id } = practiceAccount;
    await createAccountStore(database, commit).add(practiceAccount, '2026-01-01T00:00:00Z');
    const told: SubmissionRecord[] = [];
    const records = createRecordStore(database, commit, Date.now, (_account, put) => void told.push(...put));
    await records.put(id, [pending]);
    await records.put(id, [final]);
    await records.put(id, [pending]);
    expect(records.get(id, 'a')).toEqual(final);
    await records.put(id, [{ ...final, fees: '8' }]);
    expect(records.get(id, 'a')).toEqual({ ...final, fees: '8' });
    expect(told).toEqual([pending, final, { ...final, fees: '8' }]);
    // Both are compared with what is there before either of them is.
    const other = { ...final, id: 'b' };
    await Promise.all([records.put(id, [other]), records.put(id, [{ ...pending, id: 'b' }])]);
    expect(records.get(id, 'b')).toEqual(other);
  } finally {
    database.close();
    await rm(folder, { recursive: true });
  }
});
