import { expect, test } from 'vitest';
import { problem, startService } from '../service.fixture.ts';

test('token_map names every token without a credential', async () => {
  const service = await startService();
  expect(await service.read('/token_map', {})).toEqual({
    token_map: {
      ethereum: { token_address: '0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5', token_decimals: 18n },
      'usd-coin': { token_address: '0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01', token_decimals: 6n },
      avail: { token_address: '0xb84d2f6e1a95c07de3f81a60c7d92b3540ef6c2a', token_decimals: 18n },
      dai: { token_address: '0x5f01dc8e9b7a43620ce1d5f8ba96e0734d2c1b9e', token_decimals: 18n },
    },
  });
});

test.each(['documented', 'deployed', 'credits'] as const)(
  'health answers without a credential (%s)',
  async (dialect) => {
    const service = await startService({ dialect });
    expect(await service.read('/health', {})).toEqual({ status: 'OK', message: 'Service is running' });
  },
);

test('all paths have the prefix, if there is one', async () => {
  const service = await startService({ pathPrefix: '/core-api/v1' });
  const { origin, pathname } = new URL(service.url);
  expect(pathname).toBe('/core-api/v1');
  expect((await service.submit('x')).status).toBe(200);
  expect(await service.call('chain_getFinalizedHead')).toMatch(/^0x/);
  expect((await fetch(`${origin}/health`)).status).toBe(404);
});

test('an unknown path is answered with the documented error body', async () => {
  const service = await startService();
  expect(await problem(await service.get('/v2/nothing'))).toEqual({
    status: 404,
    error: 'No such endpoint: GET /v2/nothing',
  });
});

test('a path that is no valid URL is answered with the documented error body', async () => {
  const service = await startService();
  expect(await problem(await service.get('/%E0%A4%A'))).toMatchObject({ status: 400 });
});
