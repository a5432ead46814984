import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { AccountStore } from '../accounts/account-store.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { RecordedEvents } from '../domain-events.fixture.ts';
import { parseSubmissions } from '../service/parsing/answers.ts';
import { createGroupCommit, openDatabase } from '../storage/index.ts';
import type { Kept } from './record-room.ts';
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

async function withRecords(
  use: (records: RecordStore, accountId: string, database: DatabaseSync) => Promise<void>,
  most?: Kept,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-records-'));
  const database = openDatabase(join(folder, 'dropslip.db'));
  try {
    const commit = createGroupCommit(database);
    await new AccountStore(database, commit).add(practiceAccount, '2026-01-01T00:00:00Z');
    const records = createRecordStore(database, commit, Date.now, new RecordedEvents(), most);
    await use(records, practiceAccount.id, database);
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
    await new AccountStore(database, commit).add(practiceAccount, '2026-01-01T00:00:00Z');
    const told: SubmissionRecord[] = [];
    const events = new RecordedEvents();
    events.on('records.stored', ({ records: stored }) => void told.push(...stored));
    const records = createRecordStore(database, commit, Date.now, events);
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

describe('of what a service lists', () => {
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...pending, id: `${prefix}-${at}` }));
  const countOf = (database: DatabaseSync): unknown =>
    database.prepare('SELECT count(*) AS count FROM records').get()?.count;

  test('no more is written than there is room for, however often it lists new records', async () => {
    await withRecords(
      async (records, accountId, database) => {
        for (const round of ['a', 'b', 'c', 'd']) await records.put(accountId, named(round, 2_000), 'listed');
        expect(countOf(database)).toBe(3_000);
        expect(records.get(accountId, 'a-1999')).not.toBeNull();
        expect(records.get(accountId, 'd-0')).toBeNull();
      },
      { records: 3_000, bytes: 1e9 },
    );
  });

  test('records that are long are fewer', async () => {
    const long = named('a', 100).map((record) => ({ ...record, extra: { note: 'é'.repeat(50_000) } }));
    await withRecords(
      async (records, accountId, database) => {
        await records.put(accountId, long, 'listed');
        expect(countOf(database)).toBe(10);
      },
      { records: 1_000, bytes: 1_000_000 },
    );
  });

  test('what is kept already still becomes final, and what a person asks for is kept', async () => {
    await withRecords(
      async (records, accountId) => {
        await records.put(accountId, [pending], 'listed');
        const left = await records.put(accountId, [{ ...pending, id: 'b' }, final], 'listed');
        expect([...left]).toEqual(['b']);
        expect(records.get(accountId, 'a')).toEqual(final);
        await records.put(accountId, [{ ...pending, id: 'asked' }]);
        expect(records.get(accountId, 'asked')).not.toBeNull();
      },
      { records: 1, bytes: 1e9 },
    );
  });

  test('the records of this app’s own files are written even when there is no more room', async () => {
    await withRecords(
      async (records, accountId, database) => {
        database
          .prepare(
            `INSERT INTO submissions (account_id, path, name, added_at, state, submission_id)
             VALUES (?, '/a', 'a', '', '{"kind":"submitted"}', 'own')`,
          )
          .run(accountId);
        await records.put(accountId, named('a', 20), 'listed');
        await records.put(accountId, [{ ...pending, id: 'own' }], 'listed');
        expect(records.get(accountId, 'own')).not.toBeNull();
        expect(countOf(database)).toBe(11);
      },
      { records: 10, bytes: 1e9 },
    );
  });

  test('what it took back is kept up to a bound', async () => {
    await withRecords(async (records, accountId, database) => {
      const long = { note: 'x'.repeat(1_000_000) };
      for (let round = 0; round < 10; round += 1) {
        const changed = Array.from({ length: 10 }, (_, at) => ({
          ...final,
          id: `${at}`,
          fees: `${round}`,
          extra: long,
        }));
        await records.put(accountId, changed, 'listed');
      }
      const row = database.prepare('SELECT sum(octet_length(record)) AS bytes FROM earlier_records').get();
      expect(Number(row?.bytes)).toBeLessThan(70_000_000);
    });
  });
});
