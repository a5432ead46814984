import { takePicture } from './app/picture.ts';
import { test } from './app/test.ts';

test('preferences: usual, narrow, and with text twice as large', async ({ window: page }) => {
  await page.getByRole('navigation').waitFor();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('heading', { name: 'Preferences' }).waitFor();
  await page.setViewportSize({ width: 1180, height: 780 });
  await takePicture(page, 'preferences');
  await page.setViewportSize({ width: 720, height: 600 });
  await takePicture(page, 'preferences-narrow');
  await page.setViewportSize({ width: 590, height: 390 });
  await takePicture(page, 'preferences-zoomed');
});
