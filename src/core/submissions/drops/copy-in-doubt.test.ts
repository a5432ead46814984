import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { failure, success } from '../../../shared/failures/failure.ts';
import { keys as ageKeys } from '../../encryption/encryption.fixture.ts';
import { FileThreads } from '../../files/index.ts';
import type { DropKeys } from '../journal/row-encryption.ts';
import { photo } from '../parts/parts.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const keys: DropKeys = {
  standard: () => 'passphrase',
  encryptFor: async (_, kind) =>
    kind === 'recipients' ? success({ kind, recipients: [ageKeys.recipient] }) : failure({ code: 'passphrase-needed' }),
  keepPassphrase: async () => success(null),
};

const ended = ['incomplete', 'confirmed', 'rejected'] as const;

/** Opens a rig with an incomplete private file: some parts are submitted, and the copy was away and is back. */
async function incompleteRig() {
  let most = 100_000;
  const held = (): number => rig.all().reduce((bytes, { parts }) => bytes + (parts?.submittedBytes ?? 0), 0);
  const rig: Rig = await openRig({
    keys,
    service: { payloadLimitBytes: 20_000 },
    canSubmit: () => held() <= most,
  });
  await rig.submissions.changeSettings(accountId, { atOnce: 1 });
  const path = join(rig.folder, 'dropped', 'photo.jpg');
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, photo(300_000));
  const weighed = await rig.submissions.drops.weigh(accountId, [path], 'if-needed');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('It was not asked about.');
  const how = { folders: 'separate', keepsTimes: true, remember: false, readers: { kind: 'recipients' } } as const;
  await rig.submissions.drops.add(weighed.value.dropId, how);
  await rig.until(() => held() > most);
  const [name = ''] = await readdir(join(rig.folder, 'encrypted'));
  const copy = join(rig.folder, 'encrypted', name);
  await rename(copy, join(rig.folder, 'away'));
  most = Number.POSITIVE_INFINITY;
  const threads = new FileThreads(new URL('../../files/file-worker.ts', import.meta.url));
  await rig.restart({ files: threads });
  await rig.untilAll(...ended);
  expect(rig.named('photo.jpg').state).toMatchObject({ kind: 'incomplete', reason: { code: 'file-missing' } });
  // Waits until only the manifest is left. A part that is read after the copy is back would be sent later.
  await rig.until(() => rig.named('photo.jpg').parts?.counts.toGo === 1);
  await rename(join(rig.folder, 'away'), copy);
  return { rig, copy, threads };
}

test('an unreadable copy is not encrypted again, so its parts are paid for once', async () => {
  const { rig, threads } = await incompleteRig();
  await threads.close();
  await rig.submissions.commands.retry([rig.named('photo.jpg').id], agreed);
  await rig.untilAll(...ended);
  const { state, parts } = rig.named('photo.jpg');
  expect(state.kind).toBe('confirmed');
  expect(await rig.ledger()).toHaveLength(parts?.total ?? 0);
});

test('a file whose copy is gone is not encrypted again once parts of it are submitted', async () => {
  const { rig, copy, threads } = await incompleteRig();
  const charged = (await rig.ledger()).length;
  await rm(copy);
  await rig.submissions.commands.retry([rig.named('photo.jpg').id], agreed);
  await rig.untilAll(...ended);
  expect(rig.named('photo.jpg').state).toMatchObject({ kind: 'incomplete', reason: { code: 'file-missing' } });
  expect(await rig.ledger()).toHaveLength(charged);
  await threads.close();
});
