import { afterEach, expect, test } from 'vitest';
import { failure, success } from '../../../shared/failures/failure.ts';
import { keys as ageKeys } from '../../encryption/encryption.fixture.ts';
import type { DropKeys } from '../journal/row-encryption.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { addFor, laid } from './private-drops.fixture.ts';

afterEach(closeRigs);

const keys: DropKeys = {
  standard: () => 'recipients',
  encryptFor: async (_, kind) =>
    kind === 'recipients' ? success({ kind, recipients: [ageKeys.recipient] }) : failure({ code: 'passphrase-needed' }),
  keepPassphrase: async () => success(null),
};
const people = { kind: 'recipients' } as const;

const last = (rig: Rig) => rig.all().at(-1)?.state;

test.each([
  ['a small file', 'a private letter'],
  ['a file too large for a Keccak-256', 'a private letter, '.repeat(80_000)],
])('a private file that was cleared and dropped again is held as a duplicate: %s', async (_, content) => {
  const rig = await openRig({ keys });
  const path = await laid(rig, 'letter.txt', content);
  await addFor(rig, path, people);
  await rig.untilAll('confirmed');
  await rig.submissions.clearFinished(accountId);
  await addFor(rig, path, people);
  await rig.untilAll('confirmed', 'paused');
  expect(last(rig)).toMatchObject({ kind: 'paused', why: { kind: 'duplicate', of: { name: 'letter.txt' } } });
  // The same in a later run, without anything in memory.
  await rig.restart();
  await addFor(rig, path, people);
  await rig.untilAll('confirmed', 'paused');
  expect(last(rig)).toMatchObject({ kind: 'paused', why: { kind: 'duplicate' } });
  expect(await rig.ledger()).toHaveLength(1);
});

test('another private file is not a duplicate of a cleared one', async () => {
  const rig = await openRig({ keys });
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), people);
  await rig.untilAll('confirmed');
  await rig.submissions.clearFinished(accountId);
  await addFor(rig, await laid(rig, 'letter.txt', 'b private letter'), people);
  await rig.untilAll('confirmed', 'paused');
  expect(last(rig)).toMatchObject({ kind: 'confirmed' });
  expect(await rig.ledger()).toHaveLength(2);
});
