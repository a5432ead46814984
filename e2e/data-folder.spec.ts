import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dropPaths } from './app/drop.ts';
import { spawnApp } from './app/launch.ts';
import { row } from './app/rows.ts';
import { lastWords } from './app/system-dialogs.ts';
import { expect, test } from './app/test.ts';

test('a start leaves a data folder alone that is in use or of a newer app, and says why', async ({
  start,
  folder,
  userData,
  dialogs,
}) => {
  const { page, quit } = await start();
  // Chromium's own lock is lost, so that the next start can take it.
  for (const name of await readdir(userData)) if (name.startsWith('Singleton')) await rm(join(userData, name));
  const { text, code } = await lastWords(spawnApp({ userData, env: dialogs, args: ['dropslip://elsewhere'] }));
  expect(text).toContain('Another Dropslip is using this data folder');
  expect(text).toContain('What you opened with it was not taken');
  expect(code).toBe(1);
  await writeFile(join(folder, 'more.txt'), 'More of it');
  await dropPaths(page, [join(folder, 'more.txt')]);
  await expect(row(page, 'more.txt')).toContainText(/Submitted|Confirmed/);
  await quit();

  const newer = new DatabaseSync(join(userData, 'dropslip.db'));
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  const failed = await lastWords(spawnApp({ userData, env: dialogs }));
  expect(failed.text).toContain('Dropslip could not start');
  expect(failed.text).toContain('Please update the app.');
  expect(failed.code).toBe(1);
  expect(await readFile(join(userData, 'logs', 'dropslip.log'), 'utf8')).toContain('newer Dropslip');
});
