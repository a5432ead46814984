import type { Locator, Page } from '@playwright/test';
import { makeDownloads } from './app/downloads.ts';
import { takePicture } from './app/picture.ts';
import { test } from './app/test.ts';

test('preferences: usual, narrow, and with text twice as large', async ({ start, folder }) => {
  const { page } = await start({ env: (await makeDownloads(folder)).env });
  await openPreferences(page);
  await page.getByRole('main').getByText(folder).waitFor();
  await showInstead(page.getByRole('main').getByText(folder), '/home/ann/Downloads');
  await takeThree(page, 'preferences');
});

test('what the app is made of: usual, narrow, and with text twice as large', async ({ window: page }) => {
  await openPreferences(page);
  await page.getByRole('button', { name: 'About Dropslip' }).click();
  const about = page.getByRole('dialog', { name: 'About Dropslip' });
  await about.getByText('Copy versions').waitFor();
  await showInstead(about.locator('dd').last(), 'linux x64 6.14.0');
  await takeThree(page, 'about');
});

async function openPreferences(page: Page): Promise<void> {
  await page.getByRole('navigation').waitFor();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('heading', { name: 'Preferences' }).waitFor();
}

/** What is another on each computer would make another picture each time. */
function showInstead(place: Locator, text: string): Promise<void> {
  return place.evaluate((element, shown) => {
    element.textContent = shown;
  }, text);
}

async function takeThree(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1180, height: 780 });
  await takePicture(page, name);
  await page.setViewportSize({ width: 720, height: 600 });
  await takePicture(page, `${name}-narrow`);
  await page.setViewportSize({ width: 590, height: 390 });
  await takePicture(page, `${name}-zoomed`);
}
