import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import { AccountRecords } from './account-records.ts';
import { accountId, closeRecords, listing, openRecordsRig, recordOf, wire } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

const most = { records: 1_500, bytes: 1e9 };

test('a service that lists other records at every reading fills an account up to its bound, which is said, and stays', async () => {
  let round = 0;
  const { options } = await listing(() => {
    round += 1;
    return Array.from({ length: 600 }, (_, at) => wire(`${round}-${at}`));
  });
  const rig = await openRecordsRig({ ...options, most });
  for (const kept of [600, 1_200, 1_500, 1_500]) {
    expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: true });
    expect(await rig.page()).toMatchObject({ kept, isFull: kept === most.records });
  }
  await rig.restart();
  expect(await rig.page()).toMatchObject({ kept: 1_500, isFull: true, matched: 1_500 });
  expect(rig.database.prepare('SELECT count(*) AS count FROM records').get()).toEqual({ count: 1_500 });
});

test('of a database that has more than the bound, as much is read as there is room for', async () => {
  const rig = await openRecordsRig({ most });
  const many = Array.from({ length: 4_000 }, (_, at) => recordOf(`record ${at}`));
  await rig.records.put(accountId, many);
  expect(await rig.page()).toMatchObject({ kept: 1_500, isFull: true });
});

describe('an account whose records are as many as are kept', () => {
  const noFile = () => null;
  const records = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => recordOf(`${prefix}${at}`));

  test('takes in this app’s own records, and what becomes of those that it has', () => {
    const own = (id: string) => (id === 'own' ? { name: 'own.txt', folder: null, size: 1 } : null);
    const account = new AccountRecords(own, { records: 3, bytes: 1e9 });
    expect([...account.mergeList(records('a', 5)).leftOut]).toEqual(['a3', 'a4']);
    expect(account.size).toBe(3);
    const final = recordOf('a0', { phase: 'in-block', blockHash: '0xaa', fees: '5' });
    const { touched, leftOut } = account.mergeList([recordOf('own'), recordOf('other'), final]);
    expect(touched).toEqual(['own', 'a0']);
    expect([...leftOut]).toEqual(['other']);
    expect(account.size).toBe(4);
  });

  test('is one also by the length of its records in bytes, and of further ones with one id', () => {
    const account = new AccountRecords(noFile, { records: 1_000, bytes: 100_000 });
    const long = { note: 'x'.repeat(1_000) };
    account.mergeList(Array.from({ length: 500 }, (_, at) => recordOf('same', { fees: String(at), extra: long })));
    expect(account.isFull).toBe(true);
    expect(account.size).toBeLessThan(100);
    const other = new AccountRecords(noFile, { records: 1_000, bytes: 1_000_000 });
    other.mergeList(records('a', 100).map((record) => ({ ...record, extra: { note: 'é'.repeat(50_000) } })));
    expect(other.size).toBe(10);
  });
});
