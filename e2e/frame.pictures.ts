import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropPaths } from './app/drop.ts';
import { withInspector } from './app/main-process.ts';
import { takePicture } from './app/picture.ts';
import { waitForBlock } from './app/rows.ts';
import { tellWindow } from './app/tell-window.ts';
import { test } from './app/test.ts';

test('the shortcuts, a notice, and the list with text twice as large', async ({ start, folder }) => {
  const app = await start(withInspector);
  const { page } = app;
  const drop = join(folder, 'Letters');
  await mkdir(drop);
  for (let number = 1; number <= 12; number += 1) await writeFile(join(drop, `letter ${number}.txt`), `${number}`);
  await writeFile(join(drop, 'nothing in it.txt'), '');
  await dropPaths(page, [drop]);
  await waitForBlock(page, 'letter 12.txt');
  await page.setViewportSize({ width: 1180, height: 780 });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await takePicture(page, 'frame-shortcuts');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 590, height: 390 });
  await takePicture(page, 'frame-zoomed');
  await page.locator('[data-page]').evaluate((it) => it.scrollTo(0, 900));
  await takePicture(page, 'frame-zoomed-scrolled');

  await page.setViewportSize({ width: 900, height: 600 });
  await tellWindow(app, { kind: 'file-saved', savedId: 'a', fileName: '12 receipts 2026-05-03.slip' });
  await page.getByRole('alert').waitFor();
  await takePicture(page, 'frame-notice');
  await page.keyboard.press('ControlOrMeta+7');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .*account/ })
    .click();
  await page.getByRole('dialog').waitFor();
  await takePicture(page, 'frame-notice-dialog');
});
