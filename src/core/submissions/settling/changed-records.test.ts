import { afterEach, expect, test } from 'vitest';
import { asked } from '../approval/payment-approval.fixture.ts';
import { closeRigs } from '../submissions.fixture.ts';
import { type Listed, rigWith } from './changed-records.fixture.ts';

afterEach(closeRigs);

const files = (prefix: string) =>
  Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${prefix}${name}`, `${prefix} ${name}`]));

test.each<[string, (record: Listed) => readonly Listed[]]>([
  [
    'is called pending again',
    (record) => [{ ...record, block_hash: null, tx_hash: null, fees: null, data_hash: null }],
  ],
  ['has failed', (record) => [{ ...record, error: 'TIMEOUT' }]],
  [
    'has another hash, block and fee',
    (record) => [{ ...record, data_hash: `0x${'ab'.repeat(32)}`, block_hash: `0x${'cd'.repeat(32)}`, fees: '7' }],
  ],
  ['vanishes', () => []],
  ['comes twice, with another fee', (record) => [record, { ...record, fees: '9' }]],
])('a confirmed file stays confirmed, and is not charged again, if its record %s', async (_, change) => {
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
});

/** One file, of whose record the service says what `says` is. */
async function rigWithOne(says: 'error' | 'pending' | 'in-block', error = 'TIMEOUT') {
  const world = { says };
  const change = (record: Listed): readonly Listed[] => {
    if (world.says === 'in-block') return [record];
    const pending = { ...record, block_hash: null, tx_hash: null, fees: null, data_hash: null };
    return [world.says === 'error' ? { ...pending, error } : pending];
  };
  const rig = await rigWith({ change, changesEach: true });
  await rig.drop({ letter: 'content' });
  await rig.untilAll(says === 'error' ? 'delayed' : 'submitted');
  const retry = async (answer: boolean) => {
    const { approval, questions } = asked([], { answer, submissions: rig.submissions });
    await rig.submissions.commands.retry([rig.named('letter').id], (tried) => approval.toRetry(tried));
    return questions;
  };
  return { rig, world, retry };
}

test.each([
  ['TIMEOUT', 'failed-in-service'],
  ['Insufficient credits for user id 7', 'not-enough-credits'],
] as const)(
  'a file whose record has the error “%s” is delayed, and confirmed once it is in a block',
  async (error, code) => {
    const { rig, world } = await rigWithOne('error', error);
    expect(rig.named('letter').state).toMatchObject({ kind: 'delayed', reason: { code, detail: error } });
    await rig.restart();
    world.says = 'in-block';
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(1);
  },
);

test('a delayed file waits for its block again once its error is gone, in the list of its records too', async () => {
  const { rig, world } = await rigWithOne('error');
  world.says = 'pending';
  await rig.untilAll('submitted');
  const details = rig.submissions.details(rig.named('letter').id);
  expect(details.ok && details.value.record?.phase).toBe('pending');
});

test('the same bytes are a duplicate while the first are delayed, and sent only with approval', async () => {
  const { rig } = await rigWithOne('error');
  await rig.drop({ again: 'content' });
  await rig.until(() => rig.named('again').state.kind === 'paused');
  expect(rig.named('again').state).toMatchObject({ why: { kind: 'duplicate', of: { name: 'letter' } } });
  expect(await rig.ledger()).toHaveLength(1);
});

test('a delayed file that is in a block by now is confirmed when it is tried again, without a question', async () => {
  const { rig, world, retry } = await rigWithOne('error');
  world.says = 'in-block';
  expect(await retry(true)).toEqual([]);
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test('a delayed file whose record still has an error is paid for again only with approval', async () => {
  const { rig, retry } = await rigWithOne('error');
  expect(await retry(false)).toMatchObject([{ text: expect.stringContaining('you pay twice') }]);
  expect(rig.named('letter').state.kind).toBe('delayed');
  await retry(true);
  await rig.until(() => rig.named('letter').state.kind !== 'delayed');
  await rig.untilAll('delayed');
  expect(await rig.ledger()).toHaveLength(2);
});

test('a row keeps the beginning of its record’s error, and the record all of it', async () => {
  const error = 'It failed. '.repeat(10_000);
  const rig = await rigWith({ change: (record) => [{ ...record, block_hash: null, error }], error });
  await rig.drop({ a: 'A' });
  await rig.untilAll('delayed');
  await rig.restart();
  const [submission] = rig.all();
  if (submission?.state.kind !== 'delayed') throw new Error('It is not delayed.');
  expect(submission.state.reason.detail).toBe(error.slice(0, 2_000));
  const details = rig.submissions.details(submission.id);
  expect(details.ok && details.value.record?.error).toBe(error);
});
