import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnApp } from './app/launch.ts';
import { withInspector } from './app/main-process.ts';
import { takePicture } from './app/picture.ts';
import { tellWindow } from './app/tell-window.ts';
import { test } from './app/test.ts';

test('the question whether to go on without a window: usual, and with text twice as large', async ({ start }) => {
  const app = await start(withInspector);
  await tellWindow(app, { kind: 'close-asked', files: 12, canStay: true });
  await app.page.getByRole('dialog', { name: 'Keep sending in the background?' }).waitFor();
  await app.page.setViewportSize({ width: 1180, height: 780 });
  await takePicture(app.page, 'close-stay');
  await app.page.setViewportSize({ width: 590, height: 390 });
  await takePicture(app.page, 'close-stay-zoomed');
});

test('the question about a file that was opened with the app', async ({ start, folder, userData }) => {
  const { page } = await start();
  const letter = join(folder, 'March — signed contract.pdf');
  await writeFile(letter, 'A contract');
  spawnApp({ userData, args: [letter] }).stderr?.resume();
  await page
    .getByRole('dialog', { name: /^Submit (?:“|these files)/ })
    .getByText('signed contract')
    .waitFor();
  await page.setViewportSize({ width: 1180, height: 780 });
  await takePicture(page, 'opened-file');
});
