import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { dropPaths } from './app/drop.ts';
import { waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

const asking = { env: { DROPSLIP_FOLDERS: 'ask' } };
const question = (page: Page) => page.getByRole('dialog', { name: 'Submit', exact: true });
const way = (page: Page, name: RegExp) => question(page).getByRole('radio', { name });

async function layFolder(folder: string, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, name, path, '..'), { recursive: true });
    await writeFile(join(folder, name, path), content);
  }
  return join(folder, name);
}

test('a dropped folder is asked about, each way with its cost, and the answer can hold for the next ones', async ({
  start,
  folder,
}) => {
  const { page } = await start(asking);
  await writeFile(join(folder, 'paid.txt'), 'What this costs is known from here on');
  await dropPaths(page, [join(folder, 'paid.txt')]);
  await waitForBlock(page, 'paid.txt');
  const photos = await layFolder(folder, 'Photos', { 'a.txt': 'one', 'day/b.txt': 'two', '.hidden': 'three' });
  await mkdir(join(photos, 'empty'));
  await dropPaths(page, [photos]);
  await expect(question(page)).toContainText('“Photos”: 2 files, 6 bytes.');
  await expect(question(page)).toContainText('1 hidden file or folder is left out.');
  const together = way(page, /^Keep the folder together/);
  await expect(together).toBeFocused();
  await expect(together).toBeChecked();
  await expect(question(page)).toContainText(/(about|at most) [\d.]+ \w+ · 2 submissions/);
  await expectNoViolationsInLightAndDark(page);
  await page.keyboard.press('ArrowUp');
  await expect(way(page, /^Each file separately/)).toBeChecked();
  await question(page).getByRole('checkbox', { name: 'Do the same next time' }).check();
  await question(page).getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(question(page)).toBeHidden();
  await waitForBlock(page, 'a.txt');
  await waitForBlock(page, 'b.txt');

  await dropPaths(page, [await layFolder(folder, 'Second', { 'c.txt': 'three' })]);
  await waitForBlock(page, 'c.txt');
  await expect(question(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('combobox', { name: 'When you drop a folder' }).selectOption('Ask me each time');
  await page.keyboard.press('ControlOrMeta+1');
  await dropPaths(page, [await layFolder(folder, 'Third', { 'd.txt': 'four' })]);
  await expect(question(page)).toContainText('“Third”');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing was added.')).toBeVisible();
});
