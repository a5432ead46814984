import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

type ServedList = (
  response: ServerResponse,
  first: readonly object[],
  all: readonly object[],
  limit: number | null,
) => void;

/** A service that loses its answer to the second file, and lists both or less, in the given way. */
async function afterALostAnswer(list: ServedList) {
  const records: object[] = [];
  const { baseUrl, received } = await answering(({ method, url, body }, response) => {
    if (method === 'GET' && url.includes('get_all_expenditure')) {
      const limit = new URL(url, 'http://service').searchParams.get('limit');
      return list(response, records.slice(0, 1), records, limit === null ? null : Number(limit));
    }
    if (method !== 'POST') return json(response, 404, { error: 'Not found' });
    const submission_id = randomUUID();
    const created_at = new Date().toISOString().slice(0, 19);
    const data_hash = `0x${Buffer.from(blake2b(body, { dkLen: 32 })).toString('hex')}`;
    records.push({ id: submission_id, amount_data: `${body.length}`, fees: '5', data_hash, created_at });
    if (records.length === 2) response.destroy();
    else json(response, 200, { submission_id });
  });
  const rig = await openRig({
    address: () => baseUrl,
    submitBy: { variant: 'access-token', token: 'ethereum' },
    isTrusted: () => false,
    grace: { earlierRun: 50, thisRun: 50, lateList: 300 },
  });
  await rig.drop({ one: 'the first file' });
  await rig.untilAll('submitted', 'confirmed');
  await rig.drop({ two: 'the lost file' });
  const lost = () => rig.named('two').state;
  return { rig, lost, posts: () => received.filter(({ method }) => method === 'POST').length };
}

const many = (record: object) => [
  record,
  ...Array.from({ length: 702 }, (_, at) => ({ ...record, id: `another ${at}` })),
];

test.each<readonly [string, ServedList]>([
  ['states an error', (to, first) => json(to, 200, { state: 'ERROR', message: 'No shard.', data: { results: first } })],
  ['has an error', (to, first) => json(to, 200, { error: 'The database timed out.', results: first })],
  ['has errors', (to, first) => json(to, 200, { data: first, errors: [{ message: 'Timed out.' }] })],
  ['is no success', (to, first) => json(to, 200, { success: false, data: first })],
  [
    'is long and has an error',
    (to, [one = {}]) => json(to, 200, { results: many(one), error: 'The database timed out.' }),
  ],
  ['is still being made', (to, first) => json(to, 202, first)],
  ['states that it is pending', (to, first) => json(to, 200, { state: 'PENDING', data: { results: first } })],
  ['has a part’s status', (to, first) => json(to, 206, first)],
  ['links to the next page', (to, first) => json(to, 200, { results: first, next: '/user?cursor=abc' })],
  [
    'is long and links to the next page',
    (to, [one = {}]) => json(to, 200, { results: many(one), next: '/user?page=2' }),
  ],
  ['has more', (to, first) => json(to, 200, { data: { results: first, pagination: { has_more: true } } })],
  ['is shorter than its count', (to, first, all) => json(to, 200, { count: all.length, results: first })],
  [
    'has a header that links to the next page',
    (to, first) => {
      to.setHeader('link', '</user?page=1>; rel="first", </user?page=2>; rel="next"');
      json(to, 200, first);
    },
  ],
  [
    'is shorter than the count in a header',
    (to, first, all) => {
      to.setHeader('x-total-count', `${all.length}`);
      json(to, 200, first);
    },
  ],
])('a list that %s does not prove that a file is missing, so it is not resent', async (_what, list) => {
  const { rig, lost, posts } = await afterALostAnswer(list);
  await rig.until(() => {
    const state = lost();
    return posts() > 2 || (state.kind === 'unsettled' && state.check.kind === 'cannot-tell');
  });
  expect(posts()).toBe(2);
});

test('a file is found in a partial list that contains it', async () => {
  const { rig, lost, posts } = await afterALostAnswer((to, _first, all) => json(to, 200, { next: '/2', results: all }));
  await rig.until(() => 'submissionId' in lost());
  expect(posts()).toBe(2);
});

test.each([100, 0])('a lost file is found in the list of a service that refuses limits above %i', async (bound) => {
  const { rig, lost, posts } = await afterALostAnswer((to, _first, all, limit) =>
    limit !== null && limit > bound ? json(to, 400, { error: `limit must be <= ${bound}` }) : json(to, 200, all),
  );
  await rig.until(() => 'submissionId' in lost());
  expect(posts()).toBe(2);
});

test('the list of a service that refuses a large limit does not prove that a file is missing', async () => {
  const { rig, lost, posts } = await afterALostAnswer((to, first, _all, limit) =>
    limit !== null && limit > 100 ? json(to, 400, { error: 'limit must be <= 100' }) : json(to, 200, first),
  );
  await rig.until(() => {
    const state = lost();
    return posts() > 2 || (state.kind === 'unsettled' && state.check.kind === 'cannot-tell');
  });
  expect(posts()).toBe(2);
});

test('a list with its full count and no next page proves that a file is missing', async () => {
  const { rig, posts } = await afterALostAnswer((to, first) =>
    json(to, 200, { count: 1, next: null, has_more: false, error: null, results: first }),
  );
  await rig.until(() => posts() > 2);
});

test.each([
  ['refuses a larger limit', true],
  ['gives no more, whatever is asked for', false],
])('submitted files missing from a short list are confirmed one by one if the service %s', async (_what, refuses) => {
  const most = 10;
  const records: { id: string }[] = [];
  const { baseUrl } = await answering(({ method, url, body }, response) => {
    const asked = new URL(url, 'http://service.invalid').searchParams;
    const info = records.find(({ id }) => id === asked.get('submission_id'));
    if (method === 'GET' && info !== undefined) return json(response, 200, info);
    if (method === 'GET' && url.includes('get_all_expenditure')) {
      const limit = Number(asked.get('limit') ?? most);
      if (refuses && limit > 100) return json(response, 400, { error: 'The limit must be 100 at most.' });
      return json(response, 200, records.slice(0, most));
    }
    if (method !== 'POST') return json(response, 404, { error: 'Not found' });
    const submission_id = randomUUID();
    const created_at = new Date().toISOString().slice(0, 19);
    const data_hash = `0x${Buffer.from(blake2b(body, { dkLen: 32 })).toString('hex')}`;
    const inBlock = { block_hash: `0x${'1'.repeat(64)}`, extrinsic_index: 1 };
    records.push({
      id: submission_id,
      ...inBlock,
      ...{ amount_data: `${body.length}`, fees: '5', data_hash, created_at },
    });
    json(response, 200, { submission_id });
  });
  const rig = await openRig({ address: () => baseUrl, submitBy: { variant: 'access-token', token: 'ethereum' } });
  await rig.drop(Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`file ${at}`, `content ${at}`])));
  await rig.untilAll('confirmed');
});

test('a file whose record cannot be read singly is confirmed by the list', async () => {
  const id = randomUUID();
  const { baseUrl } = await answering(({ method, url }, response) => {
    if (method === 'POST') return json(response, 200, { submission_id: id });
    const block_hash = `0x${'1'.repeat(64)}`;
    if (url.includes('get_all_expenditure')) return json(response, 200, [{ id, fees: '5', block_hash }]);
    return json(response, 404, { error: 'Not found' });
  });
  const rig = await openRig({ address: () => baseUrl });
  await rig.drop({ file: 'bytes' });
  await rig.untilAll('confirmed');
  expect(rig.named('file').state).toMatchObject({ kind: 'confirmed', submissionId: id });
});
