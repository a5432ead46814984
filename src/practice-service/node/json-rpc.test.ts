import { expect, test } from 'vitest';
import { startService, type TestService } from '../service.fixture.ts';

const genesis = '0x'.padEnd(66, '0');

test.each([
  ['no JSON', '{"jsonrpc":', { error: { code: -32700 }, id: null }],
  ['no request', '{"id":7}', { error: { code: -32600 }, id: 7 }],
  ['a request of another version', '{"jsonrpc":"1.0","id":"a","method":"x"}', { error: { code: -32600 }, id: 'a' }],
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
  ['an empty batch', '[]', { error: { code: -32600 }, id: null }],
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

test('a batch is answered in one list, in its order, a notification in it with nothing', async () => {
  const service = await startService();
  const response = await service.askNode(
    JSON.stringify([
      { jsonrpc: '2.0', id: 1, method: 'chain_getBlockHash', params: [0] },
      { jsonrpc: '2.0', method: 'system_chain' },
      { jsonrpc: '2.0', id: 2, method: 'nothing' },
      { jsonrpc: '2.0', id: 3, method: 'chain_getBlock' },
      5,
    ]),
  );
  expect(await response.json()).toEqual([
    { jsonrpc: '2.0', id: 1, result: await service.call('chain_getBlockHash', '0x0') },
    { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Method not found' } },
    { jsonrpc: '2.0', id: 3, result: { block: { header: expect.anything(), extrinsics: [] }, justifications: null } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } },
  ]);
});

test('nothing is answered to a notification alone', async () => {
  const service = await startService();
  const response = await service.askNode('{"jsonrpc":"2.0","method":"system_chain"}');
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('several heights are answered with as many hashes, none with the head’s', async () => {
  const service = await startService();
  const first = await service.call('chain_getBlockHash', 0);
  expect(await service.call('chain_getBlockHash', [0, 99])).toEqual([first, null]);
  expect(await service.call('chain_getBlockHash')).toBe(first);
});

test('all that a node can do is named, and each of it answers', async () => {
  const service = await startService();
  const known = await service.call('rpc_methods');
  expect(known).toEqual({
    methods: expect.arrayContaining([
      'chain_getBlock',
      'chain_getBlockHash',
      'chain_getFinalizedHead',
      'chain_getHeader',
      'rpc_methods',
      'state_getRuntimeVersion',
      'system_chain',
    ]),
  });
  expect(await service.call('system_chain')).toEqual(expect.any(String));
  expect(await service.call('state_getRuntimeVersion')).toMatchObject({ specVersion: 1 });
});

test('another method than POST, another type than JSON and a body that is too long are refused in plain text', async () => {
  const service = await startService();
  const refusal = async (response: Response): Promise<unknown> => [response.status, await response.text()];
  expect(await refusal(await fetch(service.service.nodeUrl))).toEqual([405, expect.stringContaining('POST')]);
  expect(await refusal(await service.askNode('{}', { 'content-type': 'text/plain' }))).toEqual([
    415,
    expect.stringContaining('application/json'),
  ]);
  expect(await refusal(await service.askNode(' '.repeat(1024 * 1024 + 1)))).toEqual([413, expect.any(String)]);
});

test('neither credentials nor a rate limit are the node’s business', async () => {
  const service = await startService({ rateLimit: { requests: 1, seconds: 600 } });
  const answers = await Promise.all([1, 2, 3].map(() => statusOf(service)));
  expect(answers).toEqual([200, 200, 200]);
});

async function statusOf(service: TestService): Promise<number> {
  return (await service.askNode('{"jsonrpc":"2.0","id":1,"method":"system_chain"}')).status;
}
