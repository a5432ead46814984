import { afterEach, expect, test } from 'vitest';
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
