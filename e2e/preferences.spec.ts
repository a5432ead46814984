import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { saysCopied } from './app/copied.ts';
import { makeDownloads } from './app/downloads.ts';
import { chooseInMenu, withInspector } from './app/main-process.ts';
import { chooseInDialog } from './app/system-dialogs.ts';
import { expect, test } from './app/test.ts';

test('files are saved in the folder that the user chose, and nowhere else while it is gone', async ({
  start,
  folder,
  dialogs,
}) => {
  const downloads = await makeDownloads(folder);
  const slips = join(folder, 'Slips');
  await mkdir(slips);
  const app = await start({ ...withInspector, env: { ...downloads.env, ...dialogs } });
  const { page } = app;
  const main = page.getByRole('main');
  const saveReport = async (): Promise<void> => {
    await chooseInMenu(app, 'diagnostics');
    const report = page.getByRole('dialog', { name: 'Diagnostics report' });
    await report.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('Escape');
    await expect(report).toHaveCount(0);
  };

  await page.getByRole('navigation').waitFor();
  await chooseInMenu(app, 'preferences');
  const region = main.getByRole('region', { name: 'Downloads folder' });
  await expect(region).toContainText(downloads.path(''), { ignoreCase: false });
  const choose = region.getByRole('button', { name: 'Choose another folder…' });
  await choose.press('Enter');
  await chooseInDialog(slips);
  await expect(region).toContainText(slips);
  await expectNoViolationsInLightAndDark(page, { include: 'main' });
  await saveReport();
  await expect.poll(async () => (await readdir(slips)).length).toBe(1);

  await rm(slips, { recursive: true });
  await saveReport();
  await expect(page.getByRole('alert').last()).toContainText('was not saved: your Downloads folder could not be found');
  await page.keyboard.press('ControlOrMeta+1');
  await page.keyboard.press('ControlOrMeta+,');
  await expect(region.getByRole('status')).toContainText('This folder does not exist');
  await region.getByRole('button', { name: 'Use the system’s folder' }).press('Enter');
  await expect(region.getByRole('status')).toHaveCount(0);
  expect(await readdir(downloads.path(''))).toEqual([]);
  await saveReport();
  await expect.poll(async () => (await readdir(downloads.path(''))).length).toBe(1);

  await chooseInMenu(app, 'about');
  const about = page.getByRole('dialog', { name: 'About Dropslip' });
  await expect(about).toContainText('Node');
  const copied = saysCopied(page);
  await about.getByRole('button', { name: 'Copy versions' }).click();
  await copied;
  const zustand = about.getByRole('listitem').filter({ hasText: /^zustand .*, MIT/ });
  await zustand.getByText(/^zustand/).click();
  await expect(zustand.getByText('Permission is hereby granted')).toBeVisible();
  await expectNoViolationsInLightAndDark(page, { include: '[aria-modal="true"]' });
});
