import { expect, test } from 'vitest';
import { startService, type TestService } from '../service.fixture.ts';

const genesis = '0x'.padEnd(66, '0');

test.each([
  ['no JSON', '{"jsonrpc":', { error: { code: -32700 }, id: null }],
  ['no request', '{"id":7}', { error: { code: -32600 }, id: null }],
  ['a request of another version', '{"jsonrpc":"1.0","id":"a","method":"x"}', { error: { code: -32600 }, id: null }],
  ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"eth_call"}', { error: { code: -32601 }, id: 1 }],
  [
    'a hash that is none',
    '{"jsonrpc":"2.0","id":1,"method":"chain_getBlock","params":["0x12"]}',
    { error: { code: -32602, data: expect.stringContaining('32 bytes') }, id: 1 },
  ],
  [
    'a height that is none',
    '{"jsonrpc":"2.0","id":1,"method":"chain_getBlockHash","params":[-1]}',
    { error: { code: -32602 }, id: 1 },
  ],
  ['a batch', '[]', { error: { code: -32600 }, id: null }],
])('%s is answered with its error', async (_what, body, expected) => {
  const service = await startService();
  const response = await service.askNode(body);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', ...expected });
});

test('what a node does not have is null, and no error', async () => {
  const service = await startService();
  expect(await service.call('chain_getBlock', genesis)).toBeNull();
  expect(await service.call('chain_getHeader', genesis)).toBeNull();
  expect(await service.call('chain_getBlockHash', 1_000_000)).toBeNull();
});

test('a body that is too long is refused', async () => {
  const service = await startService();
  expect((await service.askNode(' '.repeat(1024 * 1024 + 1))).status).toBe(413);
});

test('neither credentials nor a rate limit are the node’s business', async () => {
  const service = await startService({ rateLimit: { requests: 1, seconds: 600 } });
  const answers = await Promise.all([1, 2, 3].map(() => statusOf(service)));
  expect(answers).toEqual([200, 200, 200]);
});

async function statusOf(service: TestService): Promise<number> {
  return (await service.askNode('{"jsonrpc":"2.0","id":1,"method":"system_chain"}')).status;
}
