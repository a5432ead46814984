import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

const MiB = 1024 * 1024;
const practice = { payloadLimitBytes: MiB } as const;
/** So slow that a user can step in. */
const slowly = { ...practice, rateLimit: { requests: 3, seconds: 20 } } as const;

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const parts = (page: Page) => details(page).getByRole('list', { name: 'Parts' });

async function photoIn(folder: string): Promise<string> {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, randomBytes(5_000_000));
  return path;
}

test('a photo above the limit goes in parts, over a pause and a kill, and its parts lead to it', async ({
  start,
  folder,
}) => {
  const first = await start({ practice: slowly });
  await dropPaths(first.page, [await photoIn(folder)]);
  await expect(row(first.page, 'photo.jpg')).toContainText(/In 6 parts, [1-4] submitted|Sending part [2-5] of 6/, {
    timeout: 60_000,
  });
  await row(first.page, 'photo.jpg').hover();
  await first.page.getByRole('button', { name: 'Pause: photo.jpg' }).click();
  await expect(row(first.page, 'photo.jpg')).toContainText(/Paused.*of 6 parts (is|are) with the service/);
  await first.page.getByRole('button', { name: 'Resume: photo.jpg' }).click();
  await expect(row(first.page, 'photo.jpg')).not.toContainText('Paused');
  await first.kill();

  const { page } = await start({ practice });
  await expect(row(page, 'photo.jpg')).toContainText('Confirmed in a block', { timeout: 90_000 });
  await expect(row(page, 'photo.jpg')).toContainText('6 parts');
  await expect(page.getByRole('button', { name: 'Finished 1' })).toBeVisible();
  await row(page, 'photo.jpg').getByRole('gridcell').first().click();
  await expect(details(page)).toContainText('is sent in 6 parts');
  const copy = parts(page)
    .getByRole('button', { name: /^Copy submission id/ })
    .first();
  const id = (await copy.getAttribute('aria-label'))?.replace('Copy submission id ', '') ?? '';
  await expect(parts(page)).toContainText('Manifest');
  await expectNoViolationsInLightAndDark(page);
  await openLookup(page);
  await lookUp(page, id);
  await expect(page.getByText('part 1 of 6 of photo.jpg')).toBeVisible();
});
