import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { type Fault, inTurn } from './faulty-proxy.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const said = (status: number, forwarded: boolean, headers: Record<string, string> = {}): Fault => ({
  kind: 'answer',
  forwarded,
  status,
  headers,
  body: '{"error":"busy"}',
});

/** Each file meets this fault, however often it is sent. */
const always = (fault: Fault) => (): Fault => fault;

test('a file taken despite “not now” is not resent while its record waits for a block', async () => {
  const rig = await openRig({
    nextFault: inTurn([said(503, true, { 'retry-after': '0' })]),
    isTrusted: () => false,
    service: { blockTimeSeconds: 3600 },
  });
  await rig.drop({ letter: 'content' });
  await rig.untilAll('unsettled');
  expect(rig.named('letter').state).toMatchObject({ reason: { code: 'perhaps-taken' }, check: { kind: 'checking' } });
  expect(rig.filesOnTheirWay()).toBe(1);
  expect(await rig.ledger()).toHaveLength(1);
});

test('records whose service asks for a pause are read after it, before anything is sent again', async () => {
  const content = 'content';
  const record = {
    id: '3f0b2c1e-0000-4000-8000-000000000001',
    data_hash: `0x${Buffer.from(blake2b(Buffer.from(content), { dkLen: 32 })).toString('hex')}`,
    created_at: new Date().toISOString().slice(0, 19),
    block_hash: `0x${'1'.repeat(64)}`,
    extrinsic_index: 1,
  };
  const asked: string[] = [];
  const { baseUrl } = await answering(({ method, url }, response) => {
    const isList = url.includes('get_all_expenditure');
    if (method === 'POST' || isList) asked.push(method);
    if (isList && asked.length > 2) json(response, 200, [record]);
    else if (method === 'POST' || isList) {
      response.writeHead(method === 'POST' ? 503 : 429, { 'retry-after': '1' }).end();
    } else response.writeHead(404).end();
  });
  const rig = await openRig({ address: () => baseUrl });
  await rig.drop({ letter: content });
  await rig.untilAll('submitted', 'confirmed');
  expect(asked.slice(0, 3)).toEqual(['POST', 'GET', 'GET']);
  expect(asked.filter((method) => method === 'POST')).toHaveLength(1);
});

test('a file whose answers keep getting lost is left to the user, because each may be charged', async () => {
  const hungUp: Fault = { kind: 'reset-when-whole', forwarded: false };
  const rig = await openRig({ nextFault: always(hungUp), grace: { earlierRun: 50, thisRun: 50 } });
  await rig.drop({ letter: 'content' });
  await rig.untilAll('rejected');
  expect(rig.named('letter').state).toMatchObject({ reason: { code: 'answers-keep-getting-lost' } });
  expect(rig.filesOnTheirWay()).toBe(3);
});

/** A service that takes all it gets and says 500, but for what `answers` says of a try. Its records can be changed. */
async function failingButTaking(content: string, answers: (attempt: number) => 'lost' | 'given') {
  const records: { id: string; data_hash: string | null; created_at: string; error: string | null }[] = [];
  const world = { records, posts: 0, lists: 0 };
  const { baseUrl } = await answering(({ method, url }, response) => {
    if (method !== 'POST') {
      if (url.includes('get_all_expenditure')) world.lists += 1;
      const one = records.find(({ id }) => url.includes(id));
      if (one !== undefined) return json(response, 200, one);
      return url.includes('get_all_expenditure') ? json(response, 200, records) : response.writeHead(404).end();
    }
    world.posts += 1;
    const id = `3f0b2c1e-0000-4000-8000-00000000000${world.posts}`;
    const hash = `0x${Buffer.from(blake2b(Buffer.from(content), { dkLen: 32 })).toString('hex')}`;
    const data_hash = world.posts === 1 ? hash : null;
    records.push({ id, data_hash, created_at: new Date().toISOString().slice(0, 19), error: null });
    if (answers(world.posts) === 'given') return json(response, 200, { submission_id: id });
    return json(response, 500, { error: 'oops' });
  });
  return { world, baseUrl };
}

/** Drops a file whose first submission is found in the records, and then fails there. */
async function dropOneThatFails(rig: Rig, records: { error: string | null }[], content: string): Promise<void> {
  await rig.drop({ letter: content });
  await rig.untilAll('submitted');
  for (const record of records) record.error = 'the balance did not cover it';
  await rig.untilAll('delayed');
}

test('a found submission that failed is not found again as the next one, also after a restart', async () => {
  const { world, baseUrl } = await failingButTaking('content', () => 'lost');
  const rig = await openRig({ address: () => baseUrl });
  await dropOneThatFails(rig, world.records, 'content');
  await rig.submissions.commands.retry([rig.named('letter').id], agreed);
  await rig.untilAll('unsettled');
  expect(world.posts).toBe(2);
  await rig.restart();
  const lists = world.lists;
  await expect.poll(() => world.lists).toBeGreaterThan(lists + 1);
  expect(rig.named('letter').state.kind).toBe('unsettled');
});

test('it does not keep the file from being sent after a restart, once the user requested it', async () => {
  const { world, baseUrl } = await failingButTaking('content', (attempt) => (attempt === 1 ? 'lost' : 'given'));
  let address = baseUrl;
  const rig = await openRig({ address: () => address });
  await dropOneThatFails(rig, world.records, 'content');
  address = 'http://127.0.0.1:9';
  await rig.submissions.commands.retry([rig.named('letter').id], agreed);
  address = baseUrl;
  await rig.restart();
  await rig.untilAll('submitted', 'confirmed');
  expect(world.posts).toBe(2);
});

test.each([
  ['in the records', true, 1],
  ['not in the records', false, 2],
])(
  'during a requested pause, a body is not sent to another form of the path: it is %s',
  async (_, forwarded, posts) => {
    const rig = await openRig({
      nextFault: inTurn([
        {
          kind: 'answer',
          forwarded,
          status: 404,
          headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2' },
          body: '<html>Not Found</html>',
        },
      ]),
      submitBy: { variant: 'access-token', token: 'ethereum' },
    });
    await rig.drop({ letter: 'content' });
    await rig.untilAll('submitted', 'confirmed');
    expect(rig.filesOnTheirWay()).toBe(posts);
    expect(await rig.ledger()).toHaveLength(1);
  },
);
