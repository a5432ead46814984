import { afterEach, expect, test } from 'vitest';
import { getTokenMap } from '../index.ts';
import { answering, cleanUp, connectionTo, json } from '../scripted-server.fixture.ts';

afterEach(cleanUp);

test('a map of twenty thousand token names is read, after a long page that is none', async () => {
  const addressOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
  const names = Array.from({ length: 20_000 }, (_, number) => [
    `token ${number}`,
    { token_address: addressOf(number), token_decimals: 18 },
  ]);
  const server = await answering(({ url }, response) => {
    if (url.includes('/v1/token_map')) json(response, 200, { token_map: Object.fromEntries(names) });
    else response.end(`<html>${'x'.repeat(200_000)}</html>`);
  });
  const read = await getTokenMap(connectionTo(server.baseUrl));
  if (!read.ok) throw new Error(read.error.detail);
  expect(read.value.path).toContain('/v1/token_map');
  expect(read.value.names).toHaveLength(20_000);
  expect(read.value.names.at(-1)).toEqual({ name: 'token 19999', tokenAddress: addressOf(19_999), decimals: 18 });
});
