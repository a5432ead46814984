import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './app/accessibility.ts';
import { choosePaths } from './app/choose.ts';
import { type Downloads, makeDownloads } from './app/downloads.ts';
import { dropOn, dropPaths } from './app/drop.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');

const verdict = (page: Page) => page.getByTestId('verdict');
const place = (page: Page) => page.getByRole('region', { name: 'The file or folder', exact: true });
const openVerify = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Verify', exact: true }).click();

async function layFolder(root: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

/** Once it is in a block; gives the receipt's path. */
async function saveReceipt(page: Page, downloads: Downloads, name: string): Promise<string> {
  await expect(row(page, name)).toContainText('Confirmed in a block', { timeout: 60_000 });
  await row(page, name).getByRole('gridcell').first().click();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Save receipt' }).click();
  await downloads.read(`${name} receipt.slip`);
  return downloads.path(`${name} receipt.slip`);
}

test('a folder that was kept together is proven by its receipt: whole, with a file changed, and with one missing', async ({
  start,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: { ...downloads.env, DROPSLIP_FOLDERS: 'ask' } });
  const photos = await layFolder(join(folder, 'Photos'), { 'a.txt': 'one', 'day/b.txt': 'two', 'day/c.txt': 'three' });
  await test.step('the system’s dialog gives a folder, of which it is asked how it goes', async () => {
    await choosePaths(page, () => page.getByRole('button', { name: 'Choose folder' }).first().click(), [photos]);
    const question = page.getByRole('dialog', { name: 'Submit', exact: true });
    await expect(question).toContainText('“Photos”: 3 files');
    await question.getByRole('radio', { name: /^Keep the folder together/ }).click();
    await question.getByRole('button', { name: 'Submit' }).click();
  });
  const receipt = await saveReceipt(page, downloads, 'Photos');
  await openVerify(page);
  await dropPaths(page, [photos, receipt]);
  await expect(verdict(page)).toContainText('This is the folder that was submitted');
  await expect(place(page)).toContainText('3 files, 11 bytes');
  await writeFile(join(photos, 'day', 'b.txt'), 'TWO');
  await dropOn(place(page), [photos]);
  await expect(verdict(page)).toContainText('“day/b.txt” has different contents.');
  await rm(join(photos, 'a.txt'));
  await writeFile(join(photos, 'new.txt'), 'new');
  await choosePaths(page, () => place(page).getByRole('button', { name: 'Choose another folder' }).press('Enter'), [
    photos,
  ]);
  await expect(verdict(page)).toContainText('“a.txt” is missing.');
  await expect(page.getByRole('region', { name: 'Missing: 1' })).toContainText('a.txt');
  await expect(page.getByRole('region', { name: 'Not submitted: 1' })).toContainText('new.txt');
  await expectNoViolations(page);
  // One of its files, by itself.
  await dropOn(place(page), [join(photos, 'day', 'c.txt')]);
  await expect(verdict(page)).toContainText('This is “day/c.txt” from the folder that was submitted');
});
