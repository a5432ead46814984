import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, openRecordsRig } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `record-${at}`, note: 'x'.repeat(500) }));

test('a service that sends all that it has, however few were asked for, is asked for more at once', async () => {
  const limits: (string | null)[] = [];
  const { baseUrl } = await answering(({ url }, response) => {
    limits.push(new URL(url, 'http://service').searchParams.get('limit'));
    json(response, 200, many);
  });
  const connection = connectionTo(baseUrl);
  const rig = await openRecordsRig({ connection: () => connection });
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: true });
  expect((await rig.page()).kept).toBe(many.length);
  expect(limits).toEqual(['1000', '400000']);
});
