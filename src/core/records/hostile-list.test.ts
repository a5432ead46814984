import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, openRecordsRig } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `record-${at}`, note: 'x'.repeat(500) }));

test('an account whose list makes the records’ thread die is told of it, and its list is asked for no more', async () => {
  const { baseUrl, received } = await answering((_, response) => json(response, 200, many.slice(0, 1_000)));
  let rests = false;
  const connection = connectionTo(baseUrl, {
    areListsPaused: () => rests,
    onListCrash: () => {
      rests = true;
    },
  });
  const script = new URL('./list-crashing-worker.fixture.ts', import.meta.url);
  const rig = await openRecordsRig({ script, connection: () => connection });
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: false });
  expect(rests).toBe(true);
  const again = await rig.records.refresh(accountId, 0);
  expect(again).toMatchObject({ ok: false, error: { code: 'unreadable-answer' } });
  expect(received).toHaveLength(1);
});

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
