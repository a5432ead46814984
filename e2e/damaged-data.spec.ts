import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeCopy } from '../src/main/storage/index.ts';
import { dropPaths } from './app/drop.ts';
import { driveApp, electronBinary, spawnApp } from './app/launch.ts';
import { answerMessageBox, lastWords } from './app/message-box.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test.skip(electronBinary() !== null, 'Electron’s message boxes are the system’s, which nothing here can read.');

test('an emptied data file is told; its copy is offered, and what was sent since is recognised when it is dropped again', async ({
  start,
  folder,
  userData,
}) => {
  const database = join(userData, 'dropslip.db');
  const submit = async (name: string): Promise<void> => {
    const app = await start();
    await writeFile(join(folder, name), `The content of ${name}`);
    await dropPaths(app.page, [join(folder, name)]);
    await expect(row(app.page, name)).toContainText('Confirmed in a block');
    await app.quit();
  };
  await submit('before.txt');
  expect(await takeCopy(database, Date.now())).toEqual({ kind: 'taken' });
  await submit('since.txt');
  await truncate(database, 0);

  let said = '';
  const { page, quit } = await driveApp(spawnApp({ userData }), async (browser) => {
    said = await answerMessageBox(browser, /^Open the copy of /);
  });
  expect(said).toContain('Dropslip’s data file is damaged');
  expect(said).toContain('The data file is empty.');
  expect(said).toContain('they may be charged twice');
  expect(said).toContain('Deposits that you registered since then are missing too');
  await expect(page.getByText('Dropslip goes on from the copy of its data').first()).toBeVisible();
  await expect(row(page, 'before.txt')).toContainText('Confirmed in a block');
  await expect(row(page, 'since.txt')).toHaveCount(0);
  await page.getByRole('navigation').getByRole('button', { name: 'Spending' }).click();
  await expect(page.getByText('2 submissions').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await dropPaths(page, [join(folder, 'since.txt')]);
  await expect(row(page, 'since.txt')).toContainText('Submitted before');
  await quit();
  // With its log, in which what came after the copy may still be.
  const kept = (await readdir(userData)).filter((name) => name.startsWith('dropslip.db.damaged-'));
  expect(kept.filter((name) => !/-(wal|shm)$/.test(name))).toHaveLength(1);
});

test('damage without a copy is told, and who closes finds everything as it was', async ({ start, userData }) => {
  const first = await start();
  await first.quit();
  const database = join(userData, 'dropslip.db');
  await truncate(database, 0);
  const closed = await lastWords(spawnApp({ userData }));
  expect(closed.text).toContain('There is no good copy of it.');
  expect(closed.code).toBe(1);
  expect(await readFile(database, 'utf8')).toBe('');
  const again = await driveApp(spawnApp({ userData }), (browser) => answerMessageBox(browser, 'Begin anew'));
  await expect(again.page.getByText('Dropslip has begun anew').first()).toBeVisible();
  await again.quit();
});

test('a data file that is gone is no first start where there is a copy of it', async ({ start, userData }) => {
  const first = await start();
  await first.quit();
  const database = join(userData, 'dropslip.db');
  await takeCopy(database, Date.now());
  await rm(database);
  const { text } = await lastWords(spawnApp({ userData }));
  expect(text).toContain('The data file is gone.');
  expect(existsSync(database)).toBe(false);
});
