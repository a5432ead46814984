import { afterEach, expect, test } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { hasReceipt, isMoving } from '../../../shared/submissions/submission-state.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const idsOf = (submissions: readonly Submission[]): number[] => submissions.map(({ id }) => id);
const onDisk = (rig: Rig): unknown[] => rig.database.prepare('SELECT name FROM submissions ORDER BY name').all();

/** Creates one row with a receipt, one that is rejected because it is empty, and one that the user cancelled. */
async function withThree(): Promise<Rig> {
  const rig = await openRig();
  await rig.drop({ done: 'done', empty: '' });
  await rig.untilAll('confirmed', 'rejected');
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: { amount: '1', token: null } });
  await rig.drop({ stopped: 'stopped' });
  await rig.untilAll('confirmed', 'rejected', 'paused');
  await rig.submissions.commands.cancel([rig.named('stopped').id]);
  expect(rig.named('stopped').state.kind).toBe('cancelled');
  return rig;
}

test('clearing keeps rejected and cancelled rows, and counts the receipts that stay', async () => {
  const rig = await withThree();
  const removal = await rig.submissions.clearFinished(accountId);
  expect(removal).toMatchObject({ files: 1, receipts: 1, name: 'done' });
  expect(rig.all().map(({ name }) => name)).toEqual(['empty', 'stopped']);
  expect(await rig.submissions.clearFinished(accountId)).toBeNull();
});

test('an undo restores rows as they were and sends nothing', async () => {
  const rig = await withThree();
  const before = rig.all();
  const attempts = before.map(({ id }) => rig.submissions.details(id));
  const summary = rig.submissions.view(accountId).summary;
  const removal = await rig.submissions.removals.remove(idsOf(before));
  expect(removal).toMatchObject({ files: 3, receipts: 1, name: null });
  expect(rig.all()).toEqual([]);
  expect(await rig.submissions.removals.undo(accountId)).toEqual({ files: 3 });
  expect(rig.all()).toEqual(expect.arrayContaining(before));
  expect(before.map(({ id }) => rig.submissions.details(id))).toEqual(attempts);
  expect(rig.submissions.view(accountId).summary).toEqual(summary);
  await rig.restart();
  expect(rig.all()).toEqual(before);
  expect(await rig.ledger()).toHaveLength(1);
});

test('an undo restores the last removal only, also right after it, and once', async () => {
  const rig = await withThree();
  const [first, second] = idsOf(rig.all());
  await rig.submissions.removals.remove([first ?? 0]);
  void rig.submissions.removals.remove([second ?? 0]);
  const undone = await Promise.all([
    rig.submissions.removals.undo(accountId),
    rig.submissions.removals.undo(accountId),
  ]);
  expect(undone.map(({ files }) => files)).toEqual([1, 0]);
  expect(idsOf(rig.all())).toContain(second);
});

test('a restored row can be retried like any other', async () => {
  const rig = await withThree();
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
  const { id } = rig.named('stopped');
  await rig.submissions.removals.remove([id]);
  await rig.submissions.removals.undo(accountId);
  await rig.submissions.commands.retry([id], agreed);
  await rig.until(() => rig.named('stopped').state.kind === 'confirmed');
  expect(await rig.ledger()).toHaveLength(2);
});

test('the bytes of a removed row count as submitted before, also once it is restored', async () => {
  const rig = await withThree();
  await rig.submissions.removals.remove(idsOf(rig.all()));
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
  await rig.drop({ again: 'done' });
  const isHeld = ({ state }: Submission): boolean => state.kind === 'paused' && state.why.kind === 'duplicate';
  await rig.until(() => rig.all().some(isHeld));
  await rig.submissions.removals.undo(accountId);
  expect(rig.named('again').state).toMatchObject({ why: { kind: 'duplicate', of: { name: 'done' } } });
  expect(await rig.ledger()).toHaveLength(1);
});

test('a waiting row is not restored, because an undo would send it', async () => {
  const rig = await openRig({ canSubmit: () => false });
  await rig.drop({ waits: 'waits' });
  expect(await rig.submissions.removals.remove(idsOf(rig.all()))).toBeNull();
  expect(await rig.submissions.removals.undo(accountId)).toEqual({ files: 0 });
  expect(rig.all()).toEqual([]);
});

test('the latest removal is that of the same account', async () => {
  const rig = await withThree();
  await rig.submissions.clearFinished(accountId);
  expect(await rig.submissions.removals.undo('another')).toEqual({ files: 0 });
});

test('after a restart, removed rows stay removed and only receipts are kept', async () => {
  const rig = await withThree();
  await rig.submissions.removals.remove(idsOf(rig.all()));
  await rig.restart();
  await rig.written();
  expect(await rig.submissions.removals.undo(accountId)).toEqual({ files: 0 });
  expect(rig.all()).toEqual([]);
  expect(onDisk(rig)).toEqual([{ name: 'done' }]);
});

test('a row removed while the queue runs is not sent or keeps its receipt', async () => {
  const rig = await openRig();
  await rig.drop(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, `content ${at}`])));
  // On a slow machine none of them may be seen while it is sent.
  await rig.until(() => rig.all().some(({ state }) => state.kind === 'sending' || hasReceipt(state)));
  const left = (): Submission[] => rig.all().filter(({ state }) => isMoving(state) && state.kind !== 'sending');
  while (left().length > 0) await rig.submissions.removals.remove(idsOf(left().slice(0, 3)));
  await rig.untilAll('confirmed');
  await rig.written();
  // Removed rows without a receipt stay until the next start.
  const kept = rig.database
    .prepare('SELECT submission_id AS id FROM submissions WHERE submission_id IS NOT NULL')
    .all();
  const charged = (await rig.ledger()).map(({ id }) => id);
  expect(kept.map(({ id }) => id).sort()).toEqual(charged.sort());
});

test('a row whose removal the disk refused stays in the list and goes on', async () => {
  const rig = await openRig();
  rig.database.exec(
    `CREATE TRIGGER full BEFORE UPDATE OF removed_at ON submissions BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  await rig.drop({ a: 'a', b: 'b', c: 'c' });
  await expect(rig.submissions.removals.remove(idsOf(rig.all()))).rejects.toThrow('full');
  await rig.untilAll('confirmed');
  expect(rig.all()).toHaveLength(3);
  expect(await rig.ledger()).toHaveLength(3);
});

test('a restored row counts towards the current batch’s limit, also after a restart', async () => {
  const rig = await openRig({ isPractice: () => false });
  await rig.drop({ a: 'a', b: 'b', c: 'c' });
  await rig.submissions.removals.remove(idsOf(rig.all()));
  await rig.drop({ d: 'd' });
  await rig.submissions.removals.undo(accountId);
  await rig.submissions.commands.approve(idsOf(rig.all()), false);
  await rig.untilAll('confirmed');
  await rig.submissions.changeSettings(accountId, { spendingLimit: { amount: '1', token: null } });
  const { limit } = rig.submissions.costs.of(accountId);
  expect(limit?.spent.amount).toBe(String(await rig.spent()));
  await rig.restart();
  expect(rig.submissions.costs.of(accountId).limit).toEqual(limit);
});

test('an undo restores nothing of an account that is removed meanwhile', async () => {
  const rig = await openRig({ isPractice: () => false });
  await rig.drop({ a: 'a', b: 'b' });
  await rig.submissions.removals.remove(idsOf(rig.all()));
  const undoing = rig.submissions.removals.undo(accountId);
  await Promise.resolve();
  await Promise.resolve();
  rig.submissions.forgetAccount(accountId);
  expect(await undoing).toEqual({ files: 0 });
  expect(rig.all()).toEqual([]);
});
