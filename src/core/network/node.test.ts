import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, listening } from '../service/scripted-server.fixture.ts';
import { Network } from './network.ts';
import { chainOf, claimed, openNode, transactionOf } from './node.fixture.ts';
import { Node } from './node.ts';
import { publishedHeader } from './published-transactions.fixture.ts';

afterEach(cleanUp);

const never = new AbortController().signal;

function saying(said: (response: ServerResponse) => void) {
  return answering((_, response) => said(response));
}

async function why(said: (response: ServerResponse) => void) {
  const { baseUrl } = await saying(said);
  const answer = await new Node(baseUrl, never).chain();
  return !answer.ok && answer.error.code === 'node-silent' && answer.error.values !== undefined
    ? answer.error.values.why
    : answer;
}

test.each([
  ['not-a-node', 200, '<html>Welcome</html>'],
  ['not-a-node', 404, ''],
  ['not-a-node', 200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'],
  ['not-a-node', 200, '{"jsonrpc":"2.0","id":7,"result":"Another question’s answer"}'],
  ['refused', 200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"No"}}'],
  ['refused', 403, ''],
  ['busy', 429, ''],
  ['busy', 503, ''],
  ['busy', 502, '<html>'],
  ['too-long', 200, 'x'.repeat(2_000_000)],
] as const)('%s, where it answers %i', async (expected, status, body) => {
  expect(await why((response) => response.writeHead(status).end(body))).toBe(expected);
});

test('a redirect is not followed', async () => {
  const elsewhere = await answering((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"Elsewhere"}'));
  expect(await why((response) => response.writeHead(307, { location: elsewhere.baseUrl }).end())).toBe('moved');
  expect(elsewhere.received).toEqual([]);
});

test('a question is one POST of JSON to the address itself, and carries no secret and no name', async () => {
  const { baseUrl, received } = await answering((_, response) =>
    response.end('{"jsonrpc":"2.0","id":1,"result":"Chain"}'),
  );
  expect(await new Node(`${baseUrl}/rpc/key`, never).chain()).toEqual({ ok: true, value: 'Chain' });
  const [{ method, url, headers, body } = {}] = received.map((one) => ({ ...one }));
  expect({ method, url, body: body?.toString() }).toEqual({
    method: 'POST',
    url: '/rpc/key',
    body: '{"jsonrpc":"2.0","id":1,"method":"system_chain","params":[]}',
  });
  expect(Object.keys(headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'content-length',
    'content-type',
    'host',
  ]);
});

test('a check that is cancelled ends at once, while the node says nothing', async () => {
  const { baseUrl } = await listening(() => undefined);
  const abort = new AbortController();
  const letter = Buffer.from('A letter');
  const [, block] = await chainOf([[], [transactionOf(letter)]]);
  const checked = new Network(Date.now).check(baseUrl, claimed(block, letter), abort.signal);
  setImmediate(() => abort.abort());
  expect(await checked).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

test('a node is asked for one check at a time', async () => {
  const letter = Buffer.from('A letter');
  const chain = await chainOf([[], [transactionOf(letter)], []]);
  const { address, asked } = await openNode(chain, 2);
  const network = new Network(Date.now);
  const checks = [1, 2, 3].map(() => network.check(address, claimed(chain[1], letter), never));
  await Promise.all(checks);
  const first = asked.splice(0, asked.indexOf('chain_getBlock') + 1);
  expect(asked).toEqual([...first, ...first]);
});

test('a block of many MiB of hex is read', async () => {
  const letter = Buffer.from('A letter');
  const large = transactionOf(Buffer.alloc(1_000_000, 7));
  const chain = await chainOf([[], [transactionOf(letter), ...Array.from({ length: 12 }, () => large)], []]);
  const { address } = await openNode(chain, 2);
  const answer = await new Network(Date.now).check(address, claimed(chain[1], letter), never);
  expect(answer).toMatchObject({ value: { verdict: { kind: 'holds' }, facts: { proven: { transactions: true } } } });
});

test('a transaction that is not hexadecimal makes the answer one of no node', async () => {
  const { baseUrl } = await answering((_, response) =>
    response.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        result: { block: { header: publishedHeader.header, extrinsics: ['0x12', '0x1g'] } },
      }),
    ),
  );
  const answer = await new Node(baseUrl, never).block(publishedHeader.hash);
  expect(answer).toMatchObject({ ok: false, error: { code: 'node-silent', values: { why: 'not-a-node' } } });
});
