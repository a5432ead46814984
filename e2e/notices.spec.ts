import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addWork, noBlocks, test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { lookAway } from './app/notices.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';

test('a click on a notification shows the window with the queue, or with the submission', async ({
  start,
  serve,
  land,
  folder,
  notifications,
}) => {
  const service = await serve(noBlocks);
  const app = await start(withInspector);
  const { page } = app;
  await addWork(page, service);
  const paths = ['a.txt', 'b.txt'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, path);
  await lookAway(app);
  await dropPaths(page, paths);
  await page.getByRole('navigation').getByRole('button', { name: 'Balances' }).click();
  await expect(page.getByRole('heading', { name: 'Balances', level: 1 })).toBeVisible();
  await inMain(app, 'electron.BrowserWindow.getAllWindows()[0].minimize();');
  await notifications.click('Both files are submitted');
  await expect(row(page, 'a.txt')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Submit' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await inMain(
    app,
    `const [window] = electron.BrowserWindow.getAllWindows();
    if (window.isMinimized() || !window.isFocused()) throw new Error('The window is not in front.');`,
  );

  // The next one is watched until it is in a block.
  await writeFile(join(folder, 'watched.txt'), 'Watched');
  await dropPaths(page, [join(folder, 'watched.txt')]);
  await expect(row(page, 'watched.txt')).toContainText('Submitted');
  await openLookup(page);
  await lookUp(page, 'watched');
  await page.getByRole('button', { name: 'Watch until it is confirmed' }).click();
  await expect(page.getByText('Watching. Dropslip notifies you')).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Balances' }).click();
  await lookAway(app);
  await land(service);
  await notifications.click('A submission is in a block');
  await expect(page.getByRole('heading', { name: 'Look up', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
  await expect(page.getByText('watched.txt').first()).toBeVisible();
});

test('the window stays usable while the notification service hangs', async ({ start, folder, notifications }) => {
  const app = await start(withInspector);
  await inMain(app, 'electron.BrowserWindow.prototype.flashFrame = () => { globalThis.hasFlashed = true; };');
  notifications.freeze();
  await lookAway(app);
  await writeFile(join(folder, 'a.txt'), 'a');
  await dropPaths(app.page, [join(folder, 'a.txt')]);
  await expect(row(app.page, 'a.txt')).toContainText('Submitted');

  // The service is asked in vain, and the window flashes instead.
  let longestMs = 0;
  let hasFlashed: unknown;
  while (hasFlashed !== true) {
    const since = performance.now();
    await app.page.evaluate(() => globalThis.window.dropslip.call('app.snapshot', {}));
    hasFlashed = await inMain(app, 'return globalThis.hasFlashed;');
    longestMs = Math.max(longestMs, performance.now() - since);
  }
  expect(longestMs).toBeLessThan(10_000);
});
