import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

type Listed = { readonly id: string; readonly [field: string]: unknown };

/** A rig whose service says of its records what a test makes of them, in lists and one by one. */
async function rigWith(said: { change: (record: Listed) => readonly Listed[]; error?: string }): Promise<Rig> {
  let url = '';
  const rig = await openRig({ address: () => url });
  const server = createServer(async (request, response) => {
    const headers = new Headers();
    for (const name of ['x-api-key', 'authorization', 'content-type', 'token']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const body = request.method === 'GET' ? null : await buffer(request);
    const answer = await fetch(`${rig.service.url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers,
      body,
    });
    const text = await answer.text();
    const isList = answer.ok && request.url?.includes('expenditure') === true;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    const isOne = answer.ok && request.url?.includes('get_submission_info') === true;
    if (isOne && said.error !== undefined) {
      response.end(
        JSON.stringify({ id: new URL(request.url ?? '', url).searchParams.get('submission_id'), error: said.error }),
      );
      return;
    }
    response.end(isList ? JSON.stringify((JSON.parse(text) as Listed[]).flatMap(said.change)) : text);
  }).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await rig.restart();
  return rig;
}

const files = (prefix: string) =>
  Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${prefix}${name}`, `${prefix} ${name}`]));

test.each<[string, (record: Listed) => readonly Listed[]]>([
  [
    'is called pending again',
    (record) => [{ ...record, block_hash: null, tx_hash: null, fees: null, data_hash: null }],
  ],
  ['has failed', (record) => [{ ...record, error: 'Given up.' }]],
  [
    'has another hash, block and fee',
    (record) => [{ ...record, data_hash: `0x${'ab'.repeat(32)}`, block_hash: `0x${'cd'.repeat(32)}`, fees: '7' }],
  ],
  ['vanishes', () => []],
  ['comes twice, with another fee', (record) => [record, { ...record, fees: '9' }]],
])(
  'a confirmed file stays confirmed, and is neither sent nor charged again, where its record %s',
  async (_, change) => {
    const said: { change: (record: Listed) => readonly Listed[] } = { change: (record) => [record] };
    const rig = await rigWith(said);
    await rig.drop(files('first'));
    await rig.untilAll('confirmed');
    const before = rig.all().map(({ name, state, cost }) => ({ name, state, cost }));
    const early = new Set((await rig.ledger()).map(({ id }) => id));
    said.change = (record) => (early.has(record.id) ? change(record) : [record]);
    await rig.drop(files('later'));
    await rig.untilAll('confirmed');
    await rig.restart();
    await rig.drop(files('last'));
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(12);
    const after = new Map(rig.all().map((submission) => [submission.name, submission]));
    for (const { name, state, cost } of before) expect(after.get(name)).toMatchObject({ state, cost });
  },
);

test('of the words with which a service gives a file up, a row keeps the beginning, and its record all of them', async () => {
  const error = 'Given up. '.repeat(10_000);
  const rig = await rigWith({ change: (record) => [{ ...record, block_hash: null, error }], error });
  await rig.drop({ a: 'A' });
  await rig.untilAll('failed');
  await rig.restart();
  const [submission] = rig.all();
  if (submission?.state.kind !== 'failed') throw new Error('It has not failed.');
  expect(submission.state.reason.detail).toBe(error.slice(0, 2_000));
  const details = rig.submissions.details(submission.id);
  expect(details.ok && details.value.record?.error).toBe(error);
});
