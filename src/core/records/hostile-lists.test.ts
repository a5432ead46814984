import { afterEach, expect, test } from 'vitest';
import type { RecordsWithId } from '../../shared/bridge/records.ts';
import { failureDetail } from '../../shared/messages/failures/failure-message.ts';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import {
  accountId,
  closeRecords,
  everything,
  listing,
  openRecordsRig,
  type RecordsRig,
  recordOf,
  wire,
} from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

async function recordWith(rig: RecordsRig, id: string): Promise<RecordsWithId> {
  const found = await rig.records.record(accountId, id);
  if (!found.ok) throw new Error(failureDetail(found.error));
  return found.value;
}

test('twenty thousand different records with one id are read, kept, found again and let go of', async () => {
  const count = 20_000;
  let list = Array.from({ length: count }, (_, at) => wire('same', { fees: String(at) }));
  const { options } = await listing(() => list);
  const rig = await openRecordsRig(options);
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: true });
  expect(await rig.page()).toMatchObject({ kept: count });
  const { revision } = await rig.page();
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: true });
  expect((await rig.page()).revision).toBe(revision);
  await rig.restart();
  const found = await rig.page({ filter: { ...everything, text: 'same' } });
  expect(found).toMatchObject({ kept: count, matched: count, totals: [{ fees: String((count * (count - 1)) / 2) }] });
  expect(new Set(found.rows.map(({ key }) => key)).size).toBe(found.rows.length);
  const whole = await recordWith(rig, 'same');
  expect(whole.count).toBe(count);
  expect(whole.records.length).toBeLessThan(100);
  list = [wire('same', { fees: '7' })];
  await rig.records.refresh(accountId, 0);
  await rig.restart();
  expect(await rig.page()).toMatchObject({ kept: 1, totals: [{ fees: '7' }] });
});

test('twenty thousand records with one id that were read elsewhere are held against those that are kept in one pass', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => recordOf('same', { fees: String(at) }));
  const { options } = await listing(() => many.map(({ fees }) => wire('same', { fees })));
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  for (let round = 0; round < 3; round += 1) await rig.records.put(accountId, many);
  expect(await rig.page()).toMatchObject({ kept: 20_000 });
});

const final = { block_hash: '0xaa', tx_hash: '0x01', data_hash: '0xbb', fees: '5' };

test('the newest final word is shown and summed, and what was said before is kept to be looked at', async () => {
  let list = [wire('a', final), wire('b', final)];
  const { options } = await listing(() => list);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  await rig.records.stored();
  list = [wire('a', { ...final, data_hash: '0xcc', fees: '9' }), wire('b', final)];
  await rig.records.refresh(accountId, 0);
  await rig.restart();
  expect((await rig.page()).totals).toMatchObject([{ fees: '14', submissions: 2 }]);
  const changed = await recordWith(rig, 'a');
  expect(changed).toMatchObject({ count: 1, records: [{ record: { dataHash: '0xcc', fees: '9' } }] });
  expect(changed.earlier).toMatchObject([{ record: { dataHash: '0xbb', fees: '5' } }]);
  expect((await recordWith(rig, 'b')).earlier).toEqual([]);
});

test('a service that changes its mind at every reading leaves no more than ten earlier words', async () => {
  const rig = await openRecordsRig();
  for (let fees = 0; fees < 30; fees += 1) {
    await rig.records.put(accountId, [recordOf('a', { phase: 'in-block', blockHash: '0xaa', fees: String(fees) })]);
  }
  const { records, earlier } = await recordWith(rig, 'a');
  expect(records).toMatchObject([{ record: { fees: '29' } }]);
  expect(earlier.map(({ record }) => record.fees)).toEqual(Array.from({ length: 10 }, (_, at) => String(28 - at)));
});

test('what a final record did not say before is no change of mind', async () => {
  const rig = await openRecordsRig();
  await rig.records.put(accountId, [recordOf('a')]);
  await rig.records.put(accountId, [recordOf('a', { phase: 'in-block', blockHash: '0xaa' })]);
  await rig.records.put(accountId, [recordOf('a', { phase: 'in-block', blockHash: '0xaa', fees: '5' })]);
  expect((await recordWith(rig, 'a')).earlier).toEqual([]);
});

test('a final record that is called pending again stays final, and one that vanishes stays until it comes back', async () => {
  let list = [wire('a', final), wire('b', final)];
  const { options } = await listing(() => list);
  const rig = await openRecordsRig(options);
  for (const next of [list, [wire('a')], [], [wire('b')], list]) {
    list = next;
    await rig.records.refresh(accountId, 0);
    const page = await rig.page();
    expect(page).toMatchObject({ kept: 2, totals: [{ fees: '10', submissions: 2 }] });
    expect(page.rows.map(({ phase }) => phase)).toEqual(['in-block', 'in-block']);
  }
  await rig.restart();
  expect(await rig.page()).toMatchObject({ kept: 2, totals: [{ fees: '10' }] });
  expect((await recordWith(rig, 'a')).earlier).toEqual([]);
});

test('a record whose fields are hundreds of thousands of characters long is a short row, and whole when it is asked for', async () => {
  const long = (sign: string): string => sign.repeat(300_000);
  const fields = {
    fees: long('9'),
    error: long('\u0301'),
    user_id: long('\u202e'),
    to_address: long('b'),
    odd: long('a'),
  };
  const { options } = await listing(() => [wire('odd', fields), wire('plain', { fees: '5' })]);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  for (const column of ['fees', 'id', 'error', 'user', 'address', 'size'] as const) {
    const { rows, totals } = await rig.page({ sort: { column, descending: true } });
    expect(JSON.stringify(rows).length).toBeLessThan(5_000);
    expect(totals).toMatchObject([{ fees: '5', submissions: 2, withoutFees: 1 }]);
    if (column === 'fees') expect(rows.map(({ fees }) => fees?.length)).toEqual([1, 201]);
  }
  expect(await recordWith(rig, 'odd')).toMatchObject({ count: 1, records: [{ record: { fees: long('9') } }] });
  expect(await rig.page({ filter: { ...everything, text: 'bbbbbbbbbb' } })).toMatchObject({ matched: 1 });
});

test('of twenty thousand tokens those with most submissions are totalled and drawn, and all are counted', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => [
    wire(`a${at}`, { token_details_id: at, fees: '1', created_at: `${2000 + (at % 25)}-03-01T10:00:00` }),
    wire(`b${at}`, { token_details_id: at < 10 ? at : 7, fees: '1' }),
  ]).flat();
  const { options } = await listing(() => many);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 0);
  const page = await rig.page();
  expect(page).toMatchObject({ matched: 40_000, tokenCount: 20_000 });
  expect(page.totals[0]).toMatchObject({ tokenDetailsId: '7', submissions: 19_992 });
  expect(page.totals.length + page.tokens.length).toBeLessThan(200);
  const series = await rig.records.series(accountId, everything, null);
  expect(series).toMatchObject({ ok: true, value: { tokenCount: 20_000 } });
  expect(series.ok && series.value.tokens.length).toBe(20);
});
