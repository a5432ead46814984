import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, expect, test } from 'vitest';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

/** Opens a rig with one file that was cancelled before it was sent, and has changed since. */
async function changedSinceCancelled(): Promise<{ rig: Rig; path: string; id: number }> {
  const rig = await openRig();
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: { amount: '0', token: null } });
  await rig.drop({ letter: 'harmless' });
  await rig.untilAll('paused');
  const { id } = rig.named('letter');
  await rig.submissions.commands.cancel([id]);
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
  const path = join(rig.folder, 'files', 'letter');
  await writeFile(path, 'private, and of another size');
  return { rig, path, id };
}

test('an approved retry sends the file as it was when the user approved it', async () => {
  const { rig, id } = await changedSinceCancelled();
  await rig.submissions.commands.retry([id], (tried) => {
    expect(tried).toEqual([{ id, file: 'changed', size: 28, hasChargedParts: false }]);
    return agreed(tried);
  });
  await rig.untilAll('confirmed', 'rejected');
  const hash = Buffer.from(blake2b(Buffer.from('private, and of another size'), { dkLen: 32 })).toString('hex');
  expect(rig.submissions.details(id)).toMatchObject({ value: { blake2b256: `0x${hash}` } });
  expect(await rig.ledger()).toHaveLength(1);
});

test('a file that changes before the user approves the retry is rejected as changed', async () => {
  const { rig, path, id } = await changedSinceCancelled();
  await rig.submissions.commands.retry([id], async (tried) => {
    await writeFile(path, 'more private than what the person saw');
    return agreed(tried);
  });
  await rig.untilAll('confirmed', 'rejected');
  expect(rig.named('letter').state).toMatchObject({ kind: 'rejected', reason: { code: 'file-changed' } });
  expect(await rig.ledger()).toEqual([]);
});

test('pause and resume do not send a file that was rejected as changed', async () => {
  const { rig, path, id } = await changedSinceCancelled();
  await rig.submissions.commands.retry([id], async (tried) => {
    await writeFile(path, 'more private than what the person saw');
    return agreed(tried);
  });
  await rig.untilAll('rejected');
  await rig.submissions.commands.pause([id]);
  await rig.submissions.commands.cancel([id]);
  await rig.submissions.commands.resume([id]);
  await rig.submissions.commands.retry([id], async (tried) => {
    expect(tried).toMatchObject([{ id, file: 'changed' }]);
    return agreed([]);
  });
  expect(rig.named('letter').state.kind).toBe('rejected');
  expect(await rig.ledger()).toEqual([]);
});
