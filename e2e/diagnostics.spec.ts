import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { addWork, dialog, row, test } from './app/accounts.ts';
import { untilMidnightIsFar } from './app/day.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { chooseInMenu, withInspector } from './app/main-process.ts';
import { expect } from './app/test.ts';

test('a diagnostics report is shown whole before it is saved, and gives away no secret, no folder and no name', async ({
  start,
  serve,
  folder,
  userData,
}) => {
  test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');
  await untilMidnightIsFar();
  const downloads = await makeDownloads(folder);
  const service = await serve();
  const secrets = [service.apiKey, service.accessToken];
  const drawer = join(folder, 'Private drawer');
  await mkdir(drawer);
  await writeFile(join(drawer, 'love letter.txt'), 'Dear Ann, the content of my letter');
  await writeFile(join(drawer, 'empty secret.txt'), '');
  await mkdir(join(userData, 'logs'), { recursive: true });
  const line = { level: 50, error: `open '${drawer}/love letter.txt'`, sent: `Bearer ${service.accessToken}` };
  await writeFile(join(userData, 'logs', 'dropslip.log'), `${JSON.stringify(line)}\n`);

  const app = await start({ ...withInspector, env: downloads.env });
  const { page } = app;
  await addWork(page, service);
  await dropPaths(page, [drawer]);
  await expect(row(page, 'love letter.txt')).toContainText('Confirmed in a block');

  await chooseInMenu(app, 'diagnostics');
  const report = dialog(page).getByLabel('Report', { exact: true });
  await expect(report).toHaveValue(/Dropslip diagnostics report/);
  const shown = await report.inputValue();
  for (const part of [
    'Versions: Dropslip',
    'Queue',
    'confirmed 1',
    'Database',
    'Free on its disk',
    'Account 2 (active)',
  ]) {
    expect(shown).toContain(part);
  }
  for (const hidden of [
    ...secrets,
    folder,
    drawer,
    'Private drawer',
    'love letter',
    'empty secret',
    'Dear Ann',
    'Work',
  ]) {
    expect(shown).not.toContain(hidden);
  }
  expect(shown).not.toMatch(new RegExp(`\\b${RegExp.escape(userInfo().username)}\\b`));

  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  const saved = await downloads.read(`Dropslip diagnostics ${new Date().toISOString().slice(0, 10)}.txt`);
  expect(saved.toString('utf8')).toBe(shown);

  // Support may also name the button.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await chooseInMenu(app, 'find');
  await page.getByRole('textbox', { name: 'Find' }).fill('accounts');
  await page.keyboard.press('Enter');
  // The message about the saved report lies over the end of the screen, and stays while the mouse is on it.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Diagnostics report' }).click();
  await expect(report).toHaveValue(/Dropslip diagnostics report/);
});
