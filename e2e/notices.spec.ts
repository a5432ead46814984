import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addWork, noBlocks, test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { electronBinary } from './app/launch.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { catchNotices, clickNotice, lookAway } from './app/notices.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';

test('a click on the notice of a finished batch shows the window with its queue, one of a confirmed submission with its answer', async ({
  start,
  serve,
  land,
  folder,
}) => {
  test.skip(electronBinary() !== null, 'Only the Chromium host records what is shown on the desktop.');
  const record = join(folder, 'host-record');
  const service = await serve(noBlocks);
  const app = await start(withInspector);
  const { page } = app;
  await addWork(page, service);
  await catchNotices(app);
  const paths = ['a.txt', 'b.txt'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, path);
  await dropPaths(page, paths);
  await page.getByRole('navigation').getByRole('button', { name: 'Balances' }).click();
  await expect(page.getByRole('heading', { name: 'Balances', level: 1 })).toBeVisible();
  await lookAway(app);
  await inMain(app, 'electron.BrowserWindow.getAllWindows()[0].minimize();');
  await clickNotice(app, record, 'Both files are submitted');
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

  // The next one is watched before it lands.
  await writeFile(join(folder, 'watched.txt'), 'Watched');
  await dropPaths(page, [join(folder, 'watched.txt')]);
  await expect(row(page, 'watched.txt')).toContainText('Submitted');
  await openLookup(page);
  await lookUp(page, 'watched');
  await page.getByRole('button', { name: 'Watch until it is confirmed' }).click();
  await expect(page.getByText('Watching. Dropslip tells you')).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Balances' }).click();
  await lookAway(app);
  await land(service);
  await clickNotice(app, record, 'A submission is in a block');
  await expect(page.getByRole('heading', { name: 'Look up', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Confirmed/ })).toBeVisible();
  await expect(page.getByText('watched.txt').first()).toBeVisible();
});
