import { afterEach, describe, expect, test } from 'vitest';
import { startService } from '../../practice-service/service.fixture.ts';
import type { Connection } from '../service/index.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, openRecordsRig, wire } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

type Asked = { readonly limit: string | null; readonly offset: string | null };

const recordsUpTo = (count: number): object[] => Array.from({ length: count }, (_, at) => wire(`record-${at}`));

/** A service with credits that lists these in pages. `totalOf`: changes the total; undefined leaves it out. */
async function paging(list: () => readonly object[], totalOf: (count: number, page: number) => unknown = (n) => n) {
  const asked: Asked[] = [];
  const held = { from: Number.POSITIVE_INFINITY };
  const { baseUrl } = await answering(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    if (pathname !== '/v1/user/get_all_expenditure') return json(response, 404, { error: 'Not found' });
    const [limit, offset] = [searchParams.get('limit'), searchParams.get('offset')];
    asked.push({ limit, offset });
    if (Number(offset) >= held.from) return;
    const data = list().slice(Number(offset), Number(offset) + Number(limit));
    json(response, 200, { state: 'SUCCESS', message: 'All.', data, total: totalOf(list().length, asked.length) });
  });
  const connection: Connection = connectionTo(baseUrl, { serviceKind: 'credits' });
  return { asked, held, connection, options: { connection: () => connection } };
}

const evidence = { expected: 0, ids: null, receipts: [], isTrusted: false };

test('a refresh reads a small page first, and shows each page as it arrives', async () => {
  const { asked, options } = await paging(() => recordsUpTo(21_000));
  const rig = await openRecordsRig(options);
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: true });
  expect(asked).toEqual([
    { limit: '500', offset: '0' },
    { limit: '20000', offset: '500' },
    { limit: '20000', offset: '20500' },
  ]);
  expect(rig.refreshes).toEqual([
    { kind: 'running', listed: 0 },
    { kind: 'running', listed: 500 },
    { kind: 'running', listed: 20_500 },
    { kind: 'running', listed: 21_000 },
    { kind: 'idle' },
  ]);
  expect(await rig.page({ count: 0 })).toMatchObject({ kept: 21_000 });
});

describe('a reading that was cut off', () => {
  /** Ends the app while the third page is awaited. `minutes`: until the next start. */
  async function cutOff(minutes: number) {
    let now = Date.parse('2026-05-03T12:00:00Z');
    let records = recordsUpTo(21_000);
    const service = await paging(() => records);
    service.held.from = 20_500;
    const rig = await openRecordsRig({ ...service.options, now: () => now });
    const refreshing = rig.records.refresh(accountId, 0);
    await expect.poll(() => service.asked.length).toBe(3);
    await rig.restart();
    await refreshing;
    service.asked.splice(0);
    service.held.from = Number.POSITIVE_INFINITY;
    now += minutes * 60_000;
    return {
      rig,
      places: () => rig.database.prepare('SELECT count(*) AS places FROM record_pages').get()?.places,
      listed: (count: number) => {
        records = recordsUpTo(count);
      },
      offsets: async () => {
        await rig.records.refresh(accountId, 0);
        await rig.records.stored();
        return service.asked.map(({ offset }) => offset);
      },
    };
  }

  test('goes on where it was, and its list is as old as its first page', async () => {
    const { rig, places, offsets } = await cutOff(5);
    expect((await rig.page({ count: 0 })).kept).toBe(20_500);
    expect(places()).toBe(1);
    expect(await offsets()).toEqual(['20500']);
    expect(await rig.page({ count: 0 })).toMatchObject({ kept: 21_000, asOf: '2026-05-03T12:00:00.000Z' });
    expect(places()).toBe(0);
  });

  test('begins again after an hour', async () => {
    const { rig, offsets } = await cutOff(61);
    expect(await offsets()).toEqual(['0', '500', '20500']);
    expect(await rig.page({ count: 0 })).toMatchObject({ kept: 21_000, asOf: '2026-05-03T13:01:00.000Z' });
  });

  test('begins again if the service has fewer records than before', async () => {
    const { listed, offsets } = await cutOff(5);
    listed(10);
    expect(await offsets()).toEqual(['20500', '0']);
  });

  test('begins again after the account has moved', async () => {
    const { rig, places, offsets } = await cutOff(5);
    rig.records.moved(accountId);
    expect(await offsets()).toEqual(['0', '500', '20500']);
    expect(places()).toBe(0);
  });
});

test('a finished list is read from its beginning at the next refresh', async () => {
  const { asked, options } = await paging(() => recordsUpTo(600));
  const rig = await openRecordsRig(options);
  for (const _ of [1, 2]) await rig.records.refresh(accountId, 0);
  expect(asked.map(({ offset }) => offset)).toEqual(['0', '500', '0', '500']);
});

describe('as evidence, a list in pages', () => {
  test.each([0, 100, 700, 1_000, 20_000, 20_300])(
    'of %i records is complete, although its length is a cap',
    async (count) => {
      const { connection } = await paging(() => recordsUpTo(count));
      const rig = await openRecordsRig();
      const list = await rig.records.readList(accountId, connection, evidence);
      expect(list).toMatchObject({ ok: true, value: { complete: true, records: { length: count } } });
    },
  );

  test.each<readonly [string, (count: number, page: number) => unknown]>([
    ['grows', (count, page) => count + page],
    ['shrinks', (count, page) => count - page],
    ['counts a page', (_count, page) => [20_000, 300, 0][page - 1]],
    ['is larger than the list', (count) => count + 1],
  ])('is not complete if its total %s', async (_how, totalOf) => {
    const { connection, asked } = await paging(() => recordsUpTo(20_300), totalOf);
    const rig = await openRecordsRig();
    const list = await rig.records.readList(accountId, connection, evidence);
    expect(list).toMatchObject({ ok: true, value: { complete: false, records: { length: 20_300 } } });
    expect(asked.map(({ offset }) => offset)).toEqual(['0', '20000', '20300']);
  });

  test('is not complete if the service leaves out a receipt', async () => {
    const { connection } = await paging(() => recordsUpTo(7));
    const rig = await openRecordsRig();
    const question = { ...evidence, receipts: [{ submissionId: 'missing' }] };
    expect(await rig.records.readList(accountId, connection, question)).toMatchObject({ value: { complete: false } });
  });

  test('ends after one page that the service sends for every offset', async () => {
    const { baseUrl } = await answering((_, response) => json(response, 200, { data: recordsUpTo(9), total: 90 }));
    const rig = await openRecordsRig();
    const connection = connectionTo(baseUrl, { serviceKind: 'credits' });
    const list = await rig.records.readList(accountId, connection, evidence);
    expect(list).toMatchObject({ ok: true, value: { complete: false } });
  });

  test('is read no further than to the records that are looked for', async () => {
    const { connection, asked } = await paging(() => recordsUpTo(21_000));
    const rig = await openRecordsRig();
    await rig.records.readList(accountId, connection, { ...evidence, ids: ['record-19999'] });
    expect(asked).toHaveLength(1);
  });
});

test.each([
  ['missing', undefined],
  ['null', null],
  ['negative', -1],
  ['a fraction', 1.5],
  ['above 2^53', '9007199254740993'],
  ['a word', 'many'],
])('a list whose total is %s is read by its limit, and not in pages again', async (_how, total) => {
  const { connection, asked } = await paging(
    () => recordsUpTo(12),
    () => total,
  );
  const rig = await openRecordsRig();
  for (const _ of [1, 2]) {
    const list = await rig.records.readList(accountId, connection, evidence);
    expect(list).toMatchObject({ ok: true, value: { records: { length: 12 } } });
  }
  expect(asked.map(({ offset }) => offset)).toEqual(['0', null, null]);
});

test('a late answer of an old address without pages leaves the new address its pages', async () => {
  const old = await paging(
    () => recordsUpTo(12),
    () => null,
  );
  const { connection, asked } = await paging(() => recordsUpTo(12));
  const rig = await openRecordsRig();
  rig.records.moved(accountId);
  await rig.records.readList(accountId, old.connection, evidence);
  await rig.records.readList(accountId, connection, evidence);
  expect(asked.map(({ offset }) => offset)).toEqual(['0', '12']);
});

test('a total in quotation marks is a total', async () => {
  const { connection, asked } = await paging(() => recordsUpTo(12), String);
  const rig = await openRecordsRig();
  expect(await rig.records.readList(accountId, connection, evidence)).toMatchObject({ value: { complete: true } });
  expect(asked.map(({ offset }) => offset)).toEqual(['0', '12']);
});

test('a service of the contract is never asked for a page', async () => {
  const { connection, asked } = await paging(() => recordsUpTo(12));
  const rig = await openRecordsRig();
  await rig.records.readList(accountId, { ...connection, serviceKind: 'contract' }, evidence);
  expect(asked.map(({ offset }) => offset)).toEqual([null]);
});

test('the practice service’s list is read in pages, and is complete', async () => {
  const service = await startService({ dialect: 'credits' });
  const ids = [];
  for (const text of ['one', 'three', 'seven']) ids.push(await service.accepted(text));
  const { apiKey, accessToken } = service.service;
  const connection = connectionTo(service.url, { serviceKind: 'credits', credentials: { apiKey, accessToken } });
  const rig = await openRecordsRig();
  const list = await rig.records.readList(accountId, connection, evidence);
  expect(list).toMatchObject({ ok: true, value: { complete: true, records: { length: ids.length } } });
});
