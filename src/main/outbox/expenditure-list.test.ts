import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.ts';
import { createExpenditureLists } from './expenditure-list.ts';

afterEach(cleanUp);

test('a service that sends all that it has, however few were asked for, is asked for more, and the next time at once', async () => {
  const limits: (string | null)[] = [];
  const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `record-${at}`, note: 'x'.repeat(500) }));
  const { baseUrl } = await answering(({ url }, response) => {
    limits.push(new URL(url, 'http://service').searchParams.get('limit'));
    json(response, 200, many);
  });
  const lists = createExpenditureLists();
  for (const _ of [1, 2]) {
    const listed = await lists.read('account', connectionTo(baseUrl), 0, () => false);
    expect(listed).toMatchObject({ ok: true, value: { ended: true, records: { length: many.length } } });
  }
  expect(limits).toEqual(['1000', '20000', '20000']);
});
