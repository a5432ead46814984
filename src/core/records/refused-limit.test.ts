import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, openRecordsRig, wire } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

test.each([
  [7, 7, ['1000', null]],
  [150, 100, ['1000', null]],
])('a service that refuses the limit is asked without one: of %i records %i are listed', async (count, kept, asked) => {
  const limits: (string | null)[] = [];
  const { baseUrl } = await answering(({ url }, response) => {
    const limit = new URL(url, 'http://service').searchParams.get('limit');
    limits.push(limit);
    if (limit !== null) return json(response, 400, { error: 'limit must be <= 100' });
    json(
      response,
      200,
      Array.from({ length: Math.min(count, 100) }, (_, at) => wire(`record-${at}`)),
    );
  });
  const connection = connectionTo(baseUrl);
  const rig = await openRecordsRig({ connection: () => connection });
  expect(await rig.records.refresh(accountId, 0)).toEqual({ ok: true, value: null });
  expect((await rig.page({ count: 0 })).kept).toBe(kept);
  expect(limits).toEqual(asked);
});

test('a list that is refused with any limit is an error', async () => {
  const { baseUrl, received } = await answering((_, response) => json(response, 400, { error: 'no account' }));
  const connection = connectionTo(baseUrl);
  const rig = await openRecordsRig({ connection: () => connection });
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: false, error: { code: 'rejected' } });
  expect(received).toHaveLength(2);
});
