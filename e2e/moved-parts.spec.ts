import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { PracticeService } from '../src/practice-service/index.ts';
import { addWork, dialog, row, submit, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { expect } from './app/test.ts';

const MiB = 1024 * 1024;

/** With the address go the credentials, which are entered anew. */
async function moveWorkTo(page: Page, { url, apiKey, accessToken }: PracticeService): Promise<void> {
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByLabel('Address', { exact: true }).fill(url);
  await dialog(page).getByLabel('API key', { exact: true }).fill(apiKey);
  await dialog(page).getByLabel('Access token', { exact: true }).fill(accessToken);
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await answerQuestion(page, 'Move it');
  await expect(dialog(page).getByRole('list', { name: 'Connection check' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
}

test('a file whose parts are with this account’s previous service waits, and goes on once the address is back', async ({
  start,
  serve,
  land,
  folder,
}) => {
  // Some parts go, and the others wait until the service is started again without a limit.
  const before = await serve({ payloadLimitBytes: MiB, rateLimit: { requests: 8, seconds: 600 } });
  const after = await serve({ dataDir: join(folder, 'after') });
  const { page } = await start();
  await addWork(page, before);
  await submit(page, folder);
  const photo = join(folder, 'photo.jpg');
  await writeFile(photo, randomBytes(14 * MiB));
  await dropPaths(page, [photo]);
  await expect(row(page, 'photo.jpg')).toContainText(/[1-9] submitted|Sending part ([2-9]|1[0-9]) of/);

  await moveWorkTo(page, after);
  await expect(row(page, 'photo.jpg')).toContainText('Incomplete');
  await row(page, 'photo.jpg').getByRole('gridcell').first().click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(
    'Parts of this file are with this account’s previous service',
  );

  await land(before);
  await moveWorkTo(page, before);
  await expect(row(page, 'photo.jpg')).toContainText('Confirmed in a block');
});
