import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import { createBook } from './book.ts';
import { accountId, closeHistories, listing, openHistoryRig, recordOf, wire } from './records.fixture.ts';

afterEach(async () => {
  await closeHistories();
  await cleanUp();
});

const most = { records: 1_500, bytes: 1e9 };

test('a service that lists other records at every reading fills a history up to its bound, which is said, and stays', async () => {
  let round = 0;
  const { options } = await listing(() => {
    round += 1;
    return Array.from({ length: 600 }, (_, at) => wire(`${round}-${at}`));
  });
  const rig = await openHistoryRig({ ...options, most });
  for (const kept of [600, 1_200, 1_500, 1_500]) {
    expect(await rig.history.refresh(accountId, 0)).toMatchObject({ ok: true });
    expect(await rig.page()).toMatchObject({ kept, isFull: kept === most.records });
  }
  await rig.restart();
  expect(await rig.page()).toMatchObject({ kept: 1_500, isFull: true, matched: 1_500 });
  expect(rig.database.prepare('SELECT count(*) AS count FROM records').get()).toEqual({ count: 1_500 });
});

test('of a database that has more than the bound, as much is read as there is room for', async () => {
  const rig = await openHistoryRig({ most });
  const many = Array.from({ length: 4_000 }, (_, at) => recordOf(`record ${at}`));
  await rig.records.put(accountId, many);
  expect(await rig.page()).toMatchObject({ kept: 1_500, isFull: true });
});

describe('a book that is full', () => {
  const noFile = () => null;
  const records = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => recordOf(`${prefix}${at}`));

  test('takes in this app’s own records, and what becomes of those that it has', () => {
    const book = createBook({ records: 3, bytes: 1e9 });
    book.merge(records('a', 5), noFile, true);
    expect(book.size).toBe(3);
    const own = (id: string) => (id === 'own' ? { name: 'own.txt', folder: null, size: 1 } : null);
    const final = recordOf('a0', { phase: 'in-block', blockHash: '0xaa', fees: '5' });
    expect(book.merge([recordOf('own'), recordOf('other'), final], own, true)).toEqual(['own', 'a0']);
    expect(book.size).toBe(4);
  });

  test('is one also by the length of its records, and of further ones with one id', () => {
    const long = { note: 'x'.repeat(1_000) };
    const book = createBook({ records: 1_000, bytes: 100_000 });
    book.merge(
      Array.from({ length: 500 }, (_, at) => recordOf('same', { fees: String(at), extra: long })),
      noFile,
      true,
    );
    expect(book.isFull).toBe(true);
    expect(book.size).toBeLessThan(100);
  });
});
