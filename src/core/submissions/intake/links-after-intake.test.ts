import { mkdir, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { dropPaths } from '../drops/drop.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';

afterEach(closeRigs);

const nowhere: RigOptions = { address: () => 'http://127.0.0.1:9' };

/** Creates a paused, unread row for a file, and a private file elsewhere with the same name, size and time. */
async function pausedBesideSecret(): Promise<{ rig: Rig; path: string; secret: string }> {
  const rig = await openRig(nowhere);
  const [path, secret] = [join(rig.folder, 'shared', 'letter'), join(rig.folder, 'private', 'letter')];
  for (const [each, content] of [
    [path, 'dropped'],
    [secret, 'private'],
  ] as const) {
    await mkdir(dirname(each));
    await writeFile(each, content);
    await utimes(each, 1_700_000_000, 1_700_000_000);
  }
  await dropPaths(rig.submissions.drops, accountId, [path]);
  await rig.submissions.commands.pause([rig.named('letter').id]);
  await rig.until(() => rig.named('letter').state.kind === 'paused');
  await rig.written();
  rig.database.exec('UPDATE submissions SET keccak256 = NULL, blake2b256 = NULL, sha256 = NULL');
  return { rig, path, secret };
}

async function putAside(path: string, linkTo: string): Promise<void> {
  await rename(path, `${path}.aside`);
  await symlink(linkTo, path);
}

async function resumedAfterRestart(rig: Rig): Promise<void> {
  await rig.restart({ address: (service) => service.url });
  await rig.submissions.commands.resume([rig.named('letter').id]);
  await rig.untilAll('rejected', 'submitted', 'confirmed');
}

// Creating links needs a privilege on Windows.
describe.skipIf(process.platform === 'win32')('a link created after the drop is not followed', () => {
  test('if it replaces the file', async () => {
    const { rig, path, secret } = await pausedBesideSecret();
    await putAside(path, secret);
    await resumedAfterRestart(rig);
    expect(rig.named('letter').state).toMatchObject({ kind: 'rejected', reason: { code: 'link-since' } });
    expect(await rig.ledger()).toEqual([]);
  });

  test('if it replaces the folder of the file', async () => {
    const { rig, path, secret } = await pausedBesideSecret();
    await putAside(dirname(path), dirname(secret));
    await resumedAfterRestart(rig);
    expect(rig.named('letter').state).toMatchObject({ kind: 'rejected', reason: { code: 'link-since' } });
    expect(await rig.ledger()).toEqual([]);
  });

  test('if the user retries with the current file', async () => {
    const { rig, path, secret } = await pausedBesideSecret();
    await writeFile(secret, 'private and longer');
    await putAside(path, secret);
    await resumedAfterRestart(rig);
    await rig.submissions.commands.retry([rig.named('letter').id], agreed);
    await rig.untilAll('rejected', 'submitted', 'confirmed');
    expect(rig.named('letter').state).toMatchObject({ kind: 'rejected', reason: { code: 'link-since' } });
    expect(await rig.ledger()).toEqual([]);
  });

  test('if a large file was already read', async () => {
    const rig = await openRig(nowhere);
    await rig.drop({ large: Buffer.alloc(3_000_000, 'a') });
    await rig.until(() => rig.named('large').state.kind === 'retrying');
    await putAside(join(rig.folder, 'files'), join(rig.folder, 'files.aside'));
    await rig.restart({ address: (service) => service.url });
    await rig.untilAll('rejected', 'submitted', 'confirmed');
    expect(rig.named('large').state).toMatchObject({ kind: 'rejected', reason: { code: 'link-since' } });
    expect(await rig.ledger()).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('ordinary use of links and files', () => {
  test('a file below a linked folder is sent, and shown at its dropped path', async () => {
    const rig = await openRig();
    await mkdir(join(rig.folder, 'real', 'inner'), { recursive: true });
    await symlink(join(rig.folder, 'real'), join(rig.folder, 'documents'));
    await writeFile(join(rig.folder, 'real', 'inner', 'letter'), 'content');
    await writeFile(join(rig.folder, 'real', 'note'), 'a note');
    const dropped = join(rig.folder, 'documents');
    await dropPaths(rig.submissions.drops, accountId, [join(dropped, 'note'), join(dropped, 'inner')]);
    await rig.restart();
    await rig.untilAll('submitted', 'confirmed');
    expect(await rig.ledger()).toHaveLength(2);
    const shown = rig.all().map(({ id }) => rig.submissions.details(id));
    expect(shown).toMatchObject([
      { value: { path: join(dropped, 'note') } },
      { value: { path: join(dropped, 'inner', 'letter') } },
    ]);
  });

  test('Retry takes a file that a program replaced under the same name as it is now', async () => {
    const { rig, path } = await pausedBesideSecret();
    await writeFile(`${path}.new`, 'edited since');
    await rename(`${path}.new`, path);
    await resumedAfterRestart(rig);
    expect(rig.named('letter').state).toMatchObject({ kind: 'rejected', reason: { code: 'file-changed' } });
    await rig.submissions.commands.retry([rig.named('letter').id], agreed);
    await rig.untilAll('submitted', 'confirmed');
    expect(rig.named('letter').size).toBe((await stat(path)).size);
    expect(await rig.ledger()).toHaveLength(1);
  });
});
