import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addWork, row, submit, test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

/** Sizes are written as the system writes them: Windows counts by 1024. */
const [aMebibyte, halfAMegabyte] = process.platform === 'win32' ? ['1 MB', '488 KB'] : ['1 MB', '500 kB'];

const openScreen = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();

test('a limit that a refusal tells of in the middle of a batch is kept, shown, set and forgotten by hand', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve({ payloadLimitBytes: 1024 * 1024, blockTimeSeconds: 0.1 });
  const { page } = await start();
  await addWork(page, service);
  await submit(page, folder);
  const sizes = { 'a.txt': 2_000, 'scan.pdf': 1_500_000, 'b.txt': 3_000, 'later.pdf': 900_000 };
  for (const [name, size] of Object.entries(sizes)) await writeFile(join(folder, name), randomBytes(size));
  const batch = ['a.txt', 'scan.pdf', 'b.txt'];
  await dropPaths(
    page,
    batch.map((name) => join(folder, name)),
  );
  for (const name of batch) await waitForBlock(page, name);
  await expect(row(page, 'scan.pdf')).toContainText('3 parts');
  await openScreen(page, 'Accounts');
  await expect(page.getByText(`${aMebibyte}, as the service says`)).toBeVisible();
  await page.getByRole('button', { name: 'Set the largest upload for Work', exact: true }).click();
  await page.getByLabel('Largest upload, in bytes').fill('500,000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${halfAMegabyte}, set by you`)).toBeVisible();
  await openScreen(page, 'Submit');
  await dropPaths(page, [join(folder, 'later.pdf')]);
  await waitForBlock(page, 'later.pdf');
  await expect(row(page, 'later.pdf')).toContainText('3 parts');
  await openScreen(page, 'Accounts');
  await page.getByRole('button', { name: 'Reset the largest upload for Work' }).click();
  await expect(page.getByText('Unknown so far')).toBeVisible();
});
