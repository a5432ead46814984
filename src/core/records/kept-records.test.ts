import { afterEach, describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { parseSubmissions } from '../service/answers.ts';
import { cleanUp } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, listing, openRecordsRig, recordOf, wire } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

const pending = recordOf('a');
const final: SubmissionRecord = { ...pending, phase: 'in-block', blockHash: '0x01', fees: '7' };

test('a field that the service calls __proto__ is kept like any other', async () => {
  const { records } = await openRecordsRig();
  const [record] = parseSubmissions('[{"id":"a","__proto__":{"x":1.50},"block_number":7}]') ?? [];
  await records.put(accountId, record === undefined ? [] : [record]);
  expect(Object.entries(records.get(accountId, 'a')?.extra ?? {})).toEqual([
    ['__proto__', '{"x":1.50}'],
    ['block_number', '7'],
  ]);
});

test('a late answer does not make a final record pending again, and a later final one counts', async () => {
  const { records } = await openRecordsRig();
  await records.put(accountId, [pending]);
  expect(records.get(accountId, 'a')).toEqual(pending);
  await records.put(accountId, [final]);
  await records.put(accountId, [pending]);
  expect(records.get(accountId, 'a')).toEqual(final);
  await records.put(accountId, [{ ...final, fees: '8' }]);
  expect(records.get(accountId, 'a')).toEqual({ ...final, fees: '8' });
  const other = { ...final, id: 'b' };
  await Promise.all([records.put(accountId, [other]), records.put(accountId, [{ ...pending, id: 'b' }])]);
  expect(records.get(accountId, 'b')).toEqual(other);
});

test('an error in a record goes as the service says it, and a record in a block counts then', async () => {
  const { records } = await openRecordsRig();
  const failed: SubmissionRecord = { ...pending, phase: 'failed', error: 'TIMEOUT' };
  for (const record of [failed, pending, failed, final]) {
    await records.put(accountId, [record]);
    expect(records.get(accountId, 'a')).toEqual(record);
  }
});

test('a record of an account that was taken away is not kept, and its writing says so', async () => {
  const { records } = await openRecordsRig();
  expect(await records.put('nobody', [pending])).toMatchObject({ ok: false, error: { code: 'records-failed' } });
});

describe('where there is no more room', () => {
  test('what a person asks for is kept', async () => {
    const rig = await openRecordsRig({ most: 1 });
    await rig.page();
    await rig.records.put(accountId, [pending]);
    await rig.records.put(accountId, [{ ...pending, id: 'asked' }]);
    expect(rig.records.get(accountId, 'asked')).not.toBeNull();
  });

  test('the records of this app’s own files are written', async () => {
    const { options } = await listing(() => [
      ...Array.from({ length: 20 }, (_, at) => wire(`record-${at}`)),
      wire('own'),
    ]);
    const rig = await openRecordsRig({ ...options, most: 10 });
    rig.database
      .prepare(
        `INSERT INTO submissions (account_id, path, name, added_at, state, submission_id)
         VALUES (?, '/a', 'a', '', '{"kind":"submitted"}', 'own')`,
      )
      .run(accountId);
    await rig.records.refresh(accountId, 0);
    await rig.records.stored();
    expect(rig.records.get(accountId, 'own')).not.toBeNull();
    expect(rig.database.prepare('SELECT count(*) AS count FROM records').get()).toEqual({ count: 11 });
  });
});
