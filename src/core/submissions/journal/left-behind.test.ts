import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { at, hash, openSettlement, type Row, record } from '../settling/settlement.fixture.ts';
import { LeftBehind } from './left-behind.ts';

/** The lists of an account with another credential, which may be another user's. */

const minute = 60_000;
const waiting: Row = { state: { kind: 'waiting' }, outcome: 'not-sent' };
const byKey: Row = {
  state: { kind: 'confirmed', submissionId: 'by-key', at },
  submissionId: 'by-key',
  outcome: 'accepted',
};
const ofKey = record('by-key', { dataHash: hash('b', 0) });

type Rig = ReturnType<typeof openSettlement>;

/** Looks at the records twice, with pauses. Returns the number of settled submissions. */
async function settledBy(rig: Rig, records: readonly SubmissionRecord[]): Promise<number> {
  return (await rig.settle(records, 40 * minute)) + (await rig.settle(records, 60 * minute));
}

async function replace(rig: Rig, kind: 'api-key' | 'access-token'): Promise<void> {
  const end = await rig.leftBehind.leave('a', [kind]);
  end();
}

test('a receipt by the earlier API key proves nothing about attempts by another key', async () => {
  const rig = openSettlement([byKey, waiting]);
  await replace(rig, 'api-key');
  await rig.send(2);
  await rig.lose(2);
  expect(await settledBy(rig, [ofKey])).toBe(0);
});

test('a receipt by the current API key does, and so does an old one if only the token changed', async () => {
  const rig = openSettlement([byKey, waiting, waiting]);
  await replace(rig, 'api-key');
  await rig.send(3);
  await rig.accept(3, 'by-new-key');
  await rig.send(2);
  await rig.lose(2);
  expect(await settledBy(rig, [ofKey, record('by-new-key', { dataHash: hash('b', 2) })])).toBe(1);

  const other = openSettlement([byKey, waiting]);
  await replace(other, 'access-token');
  await other.send(2);
  await other.lose(2);
  expect(await settledBy(other, [ofKey])).toBe(1);
});

test('an attempt during the change may have used either credential, so no list clears it', async () => {
  const rig = openSettlement([waiting, waiting, waiting]);
  await rig.send(1);
  const end = await rig.leftBehind.leave('a', ['api-key']);
  await rig.send(2);
  end();
  await rig.send(3);
  await rig.accept(3, 'by-new-key');
  for (const id of [1, 2]) await rig.lose(id);
  expect(await settledBy(rig, [record('by-new-key', { dataHash: hash('b', 2) })])).toBe(0);
});

test('a receipt for such an attempt proves nothing', async () => {
  const rig = openSettlement([waiting, waiting, waiting]);
  await rig.send(1);
  const end = await rig.leftBehind.leave('a', ['api-key']);
  await rig.send(2);
  end();
  await rig.accept(1, 'before');
  await rig.accept(2, 'between');
  await rig.send(3);
  await rig.lose(3);
  const records = [record('before', { dataHash: hash('b', 0) }), record('between', { dataHash: hash('b', 1) })];
  expect(await settledBy(rig, records)).toBe(0);
});

test('a record with its bytes still settles it', async () => {
  const rig = openSettlement([waiting]);
  await rig.send(1);
  await rig.lose(1);
  await replace(rig, 'api-key');
  expect(await rig.settle([record('mine', { dataHash: hash('b', 0) })], minute)).toBe(1);
});

test('a file that was only refused before the change is searched for like any other', async () => {
  const rig = openSettlement([byKey, { state: { kind: 'waiting' }, outcome: 'refused' }, waiting]);
  await replace(rig, 'api-key');
  await rig.send(3);
  await rig.accept(3, 'by-new-key');
  await rig.send(2);
  await rig.lose(2);
  expect(await settledBy(rig, [ofKey, record('by-new-key', { dataHash: hash('b', 2) })])).toBe(1);
});

test.each([
  ['unless it was uncertain all the same', true, 0],
  ['as it is where the credential stays', false, 1],
])('%s', async (_, isReplaced, settled) => {
  const rig = openSettlement([byKey, { state: { kind: 'waiting' }, outcome: 'refused' }, waiting]);
  const look = await rig.look([ofKey, record('stranger', { dataHash: hash('e', 1) })], minute);
  expect(await rig.settlement.checkBeforeResend(2, look, 'by-app')).toBe('uncertain');
  for (const submission of rig.cache.all())
    if (submission.state.kind === 'unsettled') rig.settlement.begin(submission, false);
  if (isReplaced) await replace(rig, 'api-key');
  await rig.send(3);
  await rig.accept(3, 'by-new-key');
  const records = [ofKey, record('by-new-key', { dataHash: hash('b', 2) })];
  expect(await settledBy(rig, records)).toBe(settled);
});

test('if the mark cannot be written, the change does not happen', async () => {
  const { database } = openSettlement([waiting]);
  const full = new LeftBehind(database, () => Promise.reject(new Error('disk full')));
  await expect(full.leave('a', ['api-key'])).rejects.toThrow('disk full');
  expect(full.isLeaving('a')).toBe(false);
});

test('an unfinished change lasts until another one is finished', async () => {
  const { leftBehind } = openSettlement([waiting]);
  await leftBehind.leave('a', ['api-key']);
  const end = await leftBehind.leave('a', ['api-key']);
  expect(leftBehind.isLeaving('a')).toBe(true);
  end();
  expect(leftBehind.isLeaving('a')).toBe(false);
});
