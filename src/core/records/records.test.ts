import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { afterEach, expect, test } from 'vitest';
import type { DialectName } from '../../practice-service/index.ts';
import { startService } from '../../practice-service/service.fixture.ts';
import { failureDetail } from '../../shared/messages/failures/failure-message.ts';
import { cleanUp, connectionTo } from '../service/scripted-server.fixture.ts';
import {
  accountId,
  closeRecords,
  everything,
  latestFirst,
  listing,
  openRecordsRig,
  recordOf,
  wire,
} from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

test.each(['documented', 'deployed'] as const)(
  'what the practice service lists in its %s dialect is all there, with its fees, sizes and tokens',
  async (dialect: DialectName) => {
    const service = await startService({ dialect });
    const ids = [];
    for (const text of ['one', 'three', 'seven seven']) ids.push(await service.accepted(text));
    await service.submitFor('usd-coin', 'paid otherwise');
    const connection = connectionTo(service.url, {
      credentials: { apiKey: service.service.apiKey, accessToken: service.service.accessToken },
    });
    const rig = await openRecordsRig({ connection: () => connection });
    expect(await rig.records.refresh(accountId, 0)).toEqual({ ok: true, value: null });
    const page = await rig.page();
    expect(page).toMatchObject({ kept: 4, matched: 4 });
    expect(page.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const ethereum = page.totals.find(({ submissions }) => submissions === 3);
    expect(ethereum?.fees).toBe(String(3n * 21_000_000_000_000n + 100_000_000n * 19n));
    expect(page.totals.reduce((bytes, total) => bytes + total.bytes, 0)).toBeGreaterThan(0);
  },
);

test('a full page is followed by a larger one, and a service that lists less than asked ends it', async () => {
  const many = Array.from({ length: 1_500 }, (_, at) => wire(`record-${at}`));
  const honest = await listing(() => many);
  const rig = await openRecordsRig(honest.options);
  await rig.records.refresh(accountId, 0);
  expect(honest.limits).toEqual(['1000', '20000']);
  expect((await rig.page({ count: 0 })).kept).toBe(1_500);

  const capping = await listing(() => many, 1_000);
  const other = await openRecordsRig(capping.options);
  await other.records.refresh(accountId, 0);
  expect(capping.limits).toEqual(['1000', '20000']);
  expect((await other.page({ count: 0 })).kept).toBe(1_000);
});

test('the records reach further back than the list, also after a restart', async () => {
  let list = [wire('old', { fees: '7' }), wire('older')];
  const { options } = await listing(() => list);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  list = [wire('new', { fees: '9' })];
  await rig.records.refresh(accountId, 0);
  expect(await rig.page()).toMatchObject({ kept: 3 });
  await rig.restart();
  const page = await rig.page();
  expect(page.rows.map(({ id }) => id).sort()).toEqual(['new', 'old', 'older']);
  expect(page.totals[0]?.fees).toBe('16');
  expect(page.asOf).not.toBeNull();
});

test('an account at another address keeps what was spent, and its list is read anew', async () => {
  const { options, limits } = await listing(() => [wire('spent')]);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  rig.records.moved(accountId);
  expect(await rig.page()).toMatchObject({ kept: 1, asOf: null });
  // Not too soon after the last list: that was another service's.
  await rig.records.refresh(accountId, 60_000);
  expect(limits).toHaveLength(2);
  await rig.restart();
  expect((await rig.page()).asOf).not.toBeNull();
});

test('of several records with one id the last one in the list counts', async () => {
  const { options } = await listing(() => [wire('same', { fees: '1' }), wire('same', { fees: '2' }), wire('other')]);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  expect((await rig.page()).rows.map(({ id, fees }) => [id, fees]).sort()).toEqual([
    ['other', null],
    ['same', '2'],
  ]);
});

test('a record with every field null is a row, and its whole record can be read', async () => {
  const nothing = { user_id: null, token_details_id: null, fees: null, amount_data: null, created_at: null };
  const { options } = await listing(() => [{ id: 'nothing', ...nothing }]);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  const { rows, totals } = await rig.page();
  expect(rows).toMatchObject([{ id: 'nothing', time: null, fees: null, size: null, token: null }]);
  expect(totals).toMatchObject([{ tokenDetailsId: null, fees: '0', withoutFees: 1 }]);
  const whole = await rig.records.record(accountId, 'nothing');
  expect(whole).toMatchObject({
    ok: true,
    value: { record: { id: 'nothing', phase: 'pending' } },
  });
});

test('amounts of 2^256−1, of zero and of any scale are summed to the last digit', async () => {
  const most = (2n ** 256n - 1n).toString();
  const { options } = await listing(() => [
    wire('a', { token_details_id: 1, fees: most }),
    wire('b', { token_details_id: 1, fees: most }),
    wire('c', { token_details_id: 1, fees: '0' }),
    wire('d', { token_details_id: 2, fees: '0.000000000000000000001' }),
    wire('e', { token_details_id: 2, fees: '12' }),
  ]);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  const { totals } = await rig.page();
  expect(totals.map(({ fees }) => fees)).toEqual([(2n * (2n ** 256n - 1n)).toString(), '12.000000000000000000001']);
});

test('records that were read elsewhere are there at once, and what is final never turns back', async () => {
  const { options } = await listing(() => [wire('sent')]);
  const rig = await openRecordsRig(options);
  await rig.page();
  await rig.records.put(accountId, [recordOf('sent', { phase: 'in-block', fees: '5', blockHash: '0xaa' })]);
  expect((await rig.page()).rows).toMatchObject([{ id: 'sent', phase: 'in-block' }]);
  await rig.records.refresh(accountId, 0);
  expect((await rig.page()).rows).toMatchObject([{ id: 'sent', phase: 'in-block' }]);
  await rig.restart();
  expect((await rig.page()).rows).toMatchObject([{ id: 'sent', phase: 'in-block', fees: '5' }]);
});

test('a file of this app is named beside its receipt, with its exact size', async () => {
  const { options } = await listing(() => [wire('receipt', { amount_data: '2.31 KB' }), wire('foreign')]);
  const rig = await openRecordsRig(options);
  rig.database
    .prepare(
      `INSERT INTO submissions (account_id, path, name, folder, size, added_at, state, submission_id)
       VALUES (?, '/x/letter.txt', 'letter.txt', 'post', 2365, '2026-03-01T10:00:00Z', '{"kind":"submitted"}', 'receipt')`,
    )
    .run(accountId);
  await rig.records.refresh(accountId, 0);
  const { rows } = await rig.page({ filter: { ...everything, text: 'LETTER' } });
  expect(rows).toMatchObject([
    { id: 'receipt', file: { name: 'letter.txt', folder: 'post' }, size: { bytes: 2365, exact: true } },
  ]);
});

test('an account that was removed leaves nothing behind', async () => {
  const { options } = await listing(() => [wire('a')]);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  await rig.records.stored();
  rig.database.exec('DELETE FROM records; DELETE FROM record_syncs');
  rig.records.forget(accountId);
  expect(await rig.page()).toMatchObject({ kept: 0, asOf: null });
});

test('a thread that dies is logged, answers what it was asked, and is replaced', async () => {
  const rig = await openRecordsRig({ script: new URL('./crashing-worker.fixture.ts', import.meta.url) });
  const asked = await rig.records.query(accountId, latestFirst);
  expect(asked).toMatchObject({ ok: false, error: { code: 'records-failed' } });
  expect(rig.problems).toEqual(['the thread of the records was restarted']);
  expect(await rig.records.query(accountId, latestFirst)).toMatchObject({ ok: false });
});

test('an export holds all that is filtered', async () => {
  const { options } = await listing(() =>
    Array.from({ length: 9_000 }, (_, at) => wire(`record-${at}`, { fees: String(at), token_details_id: at % 2 })),
  );
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  const order = {
    filter: { ...everything, tokens: ['1'] },
    sort: latestFirst.sort,
    columns: ['id', 'fees'],
  } as const;
  const csv = await rig.records.export(accountId, { ...order, format: 'csv' });
  if (!csv.ok) throw new Error(failureDetail(csv.error));
  const text = await readFile(csv.value, 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(Papa.parse(text.slice(1), { header: true, skipEmptyLines: true }).data).toHaveLength(4_500);
  const file = await rig.records.export(accountId, { ...order, format: 'json' });
  if (!file.ok) throw new Error(failureDetail(file.error));
  expect(JSON.parse(await readFile(file.value, 'utf8'))).toHaveLength(4_500);
});
