import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { openScreen, tokenCard } from './app/money.ts';
import { takePicture } from './app/picture.ts';
import { waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

test('balances of credits', async ({ start, folder }) => {
  const { page } = await start({ practice: { dialect: 'credits' } });
  for (const name of ['letter.txt', 'photo.jpg']) {
    await writeFile(join(folder, name), name.repeat(5_000));
    await dropPaths(page, [join(folder, name)]);
    await waitForBlock(page, name);
  }
  await openScreen(page, 'Balances');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(tokenCard(page, 'Main balance')).toBeVisible();
  await expect(page.getByText('at the rate of the last day')).toBeVisible();
  await takePicture(page, 'credits-balances');
  await page.setViewportSize({ width: 450, height: 300 });
  await takePicture(page, 'credits-balances-zoomed');
});
