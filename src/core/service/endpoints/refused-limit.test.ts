import { afterEach, expect, test } from 'vitest';
import { getAllTokens } from '../index.ts';
import { answering, cleanUp, connectionTo, json } from '../scripted-server.fixture.ts';

afterEach(cleanUp);

test.each([100, 0])('getAllTokens asks for less where a limit above %i is refused', async (bound) => {
  const server = await answering(({ url }, response) =>
    Number(/limit=(\d+)/.exec(url)?.[1] ?? 0) > bound
      ? json(response, 422, { error: `limit must be <= ${bound}` })
      : json(response, 200, [{ token_details_id: 1, token_address: '0xAA', token_balance: '5' }]),
  );
  expect(await getAllTokens(connectionTo(server.baseUrl))).toMatchObject({
    ok: true,
    value: [{ tokenBalance: '5' }],
  });
  expect(server.received).toHaveLength(bound === 100 ? 2 : 3);
});

test('getAllTokens tells what the service said first where it refuses any limit and none', async () => {
  const server = await answering(({ url }, response) =>
    json(response, 400, { error: url.includes('limit=1000') ? 'no account' : 'a limit is needed' }),
  );
  const listed = await getAllTokens(connectionTo(server.baseUrl));
  expect(listed).toMatchObject({ ok: false, error: { values: { why: 'refused', said: 'no account' } } });
});
