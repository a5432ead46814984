import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, openRecordsRig, wire } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

test.each([
  [7, 7, ['1000', '100']],
  [150, 100, ['1000', '100', null]],
])('where a limit above a hundred is refused, of %i records %i are listed', async (count, kept, asked) => {
  const limits: (string | null)[] = [];
  const { baseUrl } = await answering(({ url }, response) => {
    const limit = new URL(url, 'http://service').searchParams.get('limit');
    limits.push(limit);
    if (Number(limit) > 100) return json(response, 400, { error: 'limit must be <= 100' });
    json(
      response,
      200,
      Array.from({ length: Math.min(count, Number(limit)) }, (_, at) => wire(`record-${at}`)),
    );
  });
  const connection = connectionTo(baseUrl);
  const rig = await openRecordsRig({ connection: () => connection });
  expect(await rig.records.refresh(accountId, 0)).toEqual({ ok: true, value: null });
  expect((await rig.page({ count: 0 })).kept).toBe(kept);
  expect(limits).toEqual(asked);
});

test('what is refused whatever is asked for is called so', async () => {
  const { baseUrl, received } = await answering((_, response) => json(response, 400, { error: 'no account' }));
  const connection = connectionTo(baseUrl);
  const rig = await openRecordsRig({ connection: () => connection });
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: false, error: { code: 'rejected' } });
  expect(received).toHaveLength(3);
});
