import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, openRecordsRig } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

/** Reads lists of a service as settling does. `isEnough`: the first record is all that is looked for. */
async function openLists() {
  const { records } = await openRecordsRig();
  return {
    read: (baseUrl: string, expected = 0, isEnough = false) =>
      records.readList(accountId, connectionTo(baseUrl), {
        expected,
        ids: isEnough ? ['record-0'] : null,
        receipts: [],
        isTrusted: true,
      }),
  };
}

test('a service that sends all that it has, however few were asked for, is asked for more, and the next time at once', async () => {
  const limits: (string | null)[] = [];
  const many = Array.from({ length: 1_200 }, (_, at) => ({ id: `record-${at}`, note: '.'.repeat(3_000) }));
  const { baseUrl } = await answering(({ url }, response) => {
    limits.push(new URL(url, 'http://service').searchParams.get('limit'));
    json(response, 200, many);
  });
  const lists = await openLists();
  for (const _ of [1, 2]) {
    const listed = await lists.read(baseUrl);
    expect(listed).toMatchObject({ ok: true, value: { complete: true, records: { length: many.length } } });
  }
  expect(limits).toEqual(['1000', '400000', '2400']);
});

test('a list of a service that refuses the limit proves no absence', async () => {
  const limits: (string | null)[] = [];
  const { baseUrl } = await answering(({ url }, response) => {
    const limit = new URL(url, 'http://service').searchParams.get('limit');
    limits.push(limit);
    if (limit !== null) json(response, 400, { error: 'limit must be smaller' });
    else json(response, 200, [{ id: 'record-0' }]);
  });
  const listed = await (await openLists()).read(baseUrl);
  expect(listed).toMatchObject({ ok: true, value: { complete: false, records: { length: 1 } } });
  expect(limits).toEqual(['1000', null]);
});
