import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addWork, noBlocks, test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { lookAway } from './app/notices.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';

test('the user is notified of what ends while they look elsewhere, and a click leads there', async ({
  start,
  serve,
  folder,
  notifications,
}) => {
  const service = await serve(noBlocks);
  const app = await start(withInspector);
  const { page } = app;
  await addWork(page, service);
  const names = ['letter.txt', 'photo.jpg'];
  for (const name of [...names, 'film.mp4']) await writeFile(join(folder, name), name);

  await test.step('of a batch', async () => {
    await lookAway(app);
    await dropPaths(
      page,
      names.map((name) => join(folder, name)),
    );
    await page.getByRole('navigation').getByRole('button', { name: 'Balances' }).click();
    await expect(page.getByRole('heading', { name: 'Balances', level: 1 })).toBeVisible();
    await inMain(app, 'electron.BrowserWindow.getAllWindows()[0].minimize();');
    await notifications.click('Both files are submitted');
    expect(notifications.shown).toEqual([expect.stringMatching(/^Both files are/)]);
    await expect(row(page, 'letter.txt')).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Submit' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await inMain(
      app,
      `const [window] = electron.BrowserWindow.getAllWindows();
      if (window.isMinimized() || !window.isFocused()) throw new Error('The window is not in front.');`,
    );
  });

  await test.step('by a flash if the notification service hangs, and the window stays usable', async () => {
    await inMain(app, 'electron.BrowserWindow.prototype.flashFrame = () => { globalThis.hasFlashed = true; };');
    notifications.freeze();
    await lookAway(app);
    await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
    await dropPaths(page, [join(folder, 'film.mp4')]);
    await expect(row(page, 'film.mp4')).toContainText('Submitted');
    let longestMs = 0;
    let hasFlashed: unknown;
    while (hasFlashed !== true) {
      const since = performance.now();
      await page.evaluate(() => globalThis.window.dropslip.call('app.snapshot', {}));
      hasFlashed = await inMain(app, 'return globalThis.hasFlashed;');
      longestMs = Math.max(longestMs, performance.now() - since);
    }
    expect(longestMs).toBeLessThan(10_000);
  });
});
