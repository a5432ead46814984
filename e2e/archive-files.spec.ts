import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');

/** Electron's `fs` takes such files for folders, or for broken ones. */
test('files that are called .asar go and come back as they are, archives or not, alone and in a folder', async ({
  start,
  folder,
}) => {
  const [archive, broken, backup] = ['photos.asar', 'broken.asar', 'Backup'].map((name) => join(folder, name));
  if (archive === undefined || broken === undefined || backup === undefined) return;
  await mkdir(join(folder, 'photos'));
  await writeFile(join(folder, 'photos', 'sea.jpg'), randomBytes(5_000));
  await createPackage(join(folder, 'photos'), archive);
  await writeFile(broken, randomBytes(3_000));
  await mkdir(backup);
  await copyFile(archive, join(backup, 'photos.asar'));
  await copyFile(broken, join(backup, 'broken.asar'));
  const downloads = await makeDownloads(folder);
  const env = { ...downloads.env, DROPSLIP_FOLDERS: 'ask' };
  const { page } = await start({ env, practice: { blockTimeSeconds: 0.1, dialect: 'deployed' } });
  const expectSame = async (names: readonly string[], within: string): Promise<void> => {
    for (const name of names) {
      const back = await readFile(downloads.path(join(within, name)));
      expect(back.equals(await readFile(join(folder, within, name))), name).toBe(true);
    }
  };

  await dropPaths(page, [archive, broken, backup]);
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  for (const name of ['photos.asar', 'broken.asar', 'Backup']) {
    await waitForBlock(page, name);
    await row(page, name).getByRole('gridcell').first().click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: 'Download', exact: true }).click();
    const entry = page.getByRole('region', { name: 'Downloads' }).getByRole('listitem').filter({ hasText: name });
    await expect(entry).toContainText('The contents are exactly as submitted');
  }
  expect((await readdir(downloads.path('.'))).toSorted()).toEqual(['Backup', 'broken.asar', 'photos.asar']);
  await expectSame(['photos.asar', 'broken.asar'], '.');
  await expectSame(['photos.asar', 'broken.asar'], 'Backup');
});
