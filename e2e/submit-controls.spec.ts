import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropPaths } from './app/drop.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('the last removal is undone by a button or a key', async ({ start, folder }) => {
  const { page } = await start();
  for (const name of ['done.txt', 'more.txt']) await writeFile(join(folder, name), name);
  await writeFile(join(folder, 'empty.txt'), '');
  await dropPaths(page, [join(folder, 'done.txt'), join(folder, 'more.txt'), join(folder, 'empty.txt')]);
  await waitForBlock(page, 'done.txt');
  await waitForBlock(page, 'more.txt');
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(row(page, '.txt')).toHaveCount(1);
  await expect(row(page, 'empty.txt')).toBeVisible();
  await expect(page.getByText('Receipts stay under Look up.')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(row(page, '.txt')).toHaveCount(3);
  await row(page, 'done.txt').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'done.txt')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(row(page, '.txt')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, '.txt')).toHaveCount(2);
});

test('a small window shows six rows, a new file is shown at once, and any is found by its name', async ({
  window,
  folder,
}) => {
  const drop = join(folder, 'many');
  await mkdir(drop);
  for (let index = 0; index < 40; index += 1) await writeFile(join(drop, `file ${index}.txt`), `content ${index}`);
  for (const name of ['later.txt', 'last.txt']) await writeFile(join(folder, name), name);
  await dropPaths(window, [drop]);
  await waitForBlock(window, 'file 0.txt');
  const size = window.viewportSize();
  await window.setViewportSize({ width: 900, height: 600 });
  for (let index = 0; index < 6; index += 1) {
    await expect(row(window, `file ${index}.txt`)).toBeInViewport({ ratio: 0.99 });
  }
  // What can be done with all of them stands in the filters' line, and the buttons of a row leave no half of its time.
  const middle = async (name: string | RegExp): Promise<number> => {
    const box = await window.getByRole('button', { name }).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  expect(Math.abs((await middle('More')) - (await middle(/^All/)))).toBeLessThan(4);
  const done = row(window, 'file 0.txt');
  await done.hover();
  await expect(done.getByRole('button', { name: /^Remove from the list/ })).toBeVisible();
  await expect(done.locator('td[title]')).toHaveCSS('opacity', '0');
  if (size !== null) await window.setViewportSize(size);
  await row(window, 'file 0.txt').focus();
  await window.keyboard.press('End');
  await expect(row(window, 'file 39.txt')).toBeInViewport();
  await dropPaths(window, [join(folder, 'later.txt')]);
  await expect(row(window, 'later.txt')).toBeInViewport();
  await window.getByRole('searchbox', { name: 'Search in the list' }).fill('FILE 39');
  await expect(window.locator('tbody tr')).toHaveCount(1);
  await expect(row(window, 'file 39.txt')).toBeVisible();
  await expect(window.getByRole('status').filter({ hasText: '1 of 41 files' })).toHaveCount(1);
  await waitForBlock(window, 'file 39.txt');
  await window.getByRole('button', { name: 'More' }).click();
  await window.getByRole('menuitem', { name: 'Clear 1 finished' }).click();
  await expect(window.getByRole('button', { name: 'All 40', exact: true })).toBeVisible();
  await window.getByRole('button', { name: /^Undo/ }).click();
  await expect(row(window, 'file 39.txt')).toBeVisible();
  await dropPaths(window, [join(folder, 'last.txt')]);
  await expect(row(window, 'last.txt')).toBeInViewport();
});
