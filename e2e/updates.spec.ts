import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expectNoViolations } from './app/accessibility.ts';
import { dropPaths } from './app/drop.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';
import { startUpdateFeed } from './app/update-feed.ts';

test('a new version is told of, downloaded and installed at the person’s word alone, and not while a file is on its way', async ({
  start,
  folder,
  userData,
}) => {
  test.skip(process.platform !== 'linux', 'Elsewhere the installer is a program of the system’s own kind.');
  const mark = join(folder, 'new version was started');
  const feed = await startUpdateFeed(folder, {
    version: '9.9.9',
    notes: 'Calmer than before. <img src=x onerror="document.title=1">Faster, too.',
    program: `#!/bin/sh\ntouch '${mark}'\n`,
  });
  const { page, process: app, errors } = await start({ env: feed.env });
  await page.keyboard.press('ControlOrMeta+,');
  const updates = page.getByRole('region', { name: 'Updates' });
  await expect(updates).toContainText(feed.address);

  await updates.getByRole('button', { name: 'Check now' }).click();
  await expect(updates.getByRole('status')).toHaveText(
    'Dropslip 9.9.9 is available. It is downloaded only if you choose to.',
  );
  await expect(updates.getByText('Calmer than before. Faster, too.')).toBeVisible();
  expect(feed.asked).toEqual([process.arch === 'x64' ? '/latest-linux.yml' : `/latest-linux-${process.arch}.yml`]);
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'See what is new' }).click();
  await expectNoViolations(page);
  await updates.getByRole('button', { name: /Download \(/ }).click();
  await expect(updates.getByRole('progressbar')).toBeVisible();
  feed.release();
  await expect(updates.getByRole('status')).toContainText('Dropslip 9.9.9 is downloaded.');

  // Reading it takes longer than a test does.
  const film = join(folder, 'film.mp4');
  await writeFile(film, '');
  await truncate(film, 15 * 1024 ** 3);
  await dropPaths(page, [film]);
  await expect(row(page, 'film.mp4')).toContainText(/Getting ready|Reading|Sending/);
  await page.keyboard.press('ControlOrMeta+,');
  await updates.getByRole('button', { name: 'Install and restart' }).click();
  await expect(page.getByText('Files, downloads or deposits are on their way.', { exact: false })).toBeVisible();
  expect(await readFile(feed.appImage, 'utf8')).toBe('the old one');

  await screens.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(row(page, 'film.mp4')).toContainText('Paused');
  await page.keyboard.press('ControlOrMeta+,');
  const ended = once(app, 'exit');
  await updates.getByRole('button', { name: 'Install and restart' }).click();
  expect(await ended, errors()).toEqual([0, null]);
  expect(await readFile(feed.appImage, 'utf8')).toContain('#!/bin/sh');
  await expect.poll(() => existsSync(mark)).toBe(true);
  const database = new DatabaseSync(join(userData, 'dropslip.db'), { readOnly: true });
  expect(database.prepare('SELECT name, state FROM submissions').all()).toMatchObject([
    { name: 'film.mp4', state: expect.stringContaining('"paused"') },
  ]);
  database.close();
  feed.close();
});
