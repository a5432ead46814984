import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnApp } from './app/launch.ts';
import { takePicture } from './app/picture.ts';
import { test } from './app/test.ts';

test('the question about a file that was opened with the app', async ({ start, folder, userData }) => {
  const { page } = await start();
  const letter = join(folder, 'March — signed contract.pdf');
  await writeFile(letter, 'A contract');
  spawnApp({ userData, args: [letter] }).stderr?.resume();
  await page.getByRole('dialog', { name: 'Submit', exact: true }).getByText('signed contract').waitFor();
  await page.setViewportSize({ width: 1180, height: 780 });
  await takePicture(page, 'opened-file');
});
