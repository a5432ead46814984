import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceAppImage } from './appimage.ts';

let folder: string;
let appImage: string;
let downloaded: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-appimage-'));
  appImage = join(folder, 'Dropslip-1.0.0.AppImage');
  await writeFile(appImage, 'old');
  downloaded = join(folder, 'downloaded');
  await writeFile(downloaded, 'new');
});

afterEach(() => rm(folder, { recursive: true }));

test('a whole, runnable copy takes the name of the old AppImage', async () => {
  await replaceAppImage(downloaded, appImage);
  expect(await readFile(appImage, 'utf8')).toBe('new');
  // Windows has neither a mode for runnable files nor AppImages.
  if (process.platform !== 'win32') expect((await stat(appImage)).mode & 0o777).toBe(0o755);
  expect((await readdir(folder)).sort()).toEqual(['Dropslip-1.0.0.AppImage', 'downloaded']);
});

test('a copy left by an interrupted attempt is replaced', async () => {
  await writeFile(join(folder, '.Dropslip-1.0.0.AppImage.new'), 'half');
  await replaceAppImage(downloaded, appImage);
  expect(await readFile(appImage, 'utf8')).toBe('new');
});

test('the old AppImage stays if the new one cannot be copied, and nothing is left over', async () => {
  await rm(downloaded);
  await expect(replaceAppImage(downloaded, appImage)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual(['Dropslip-1.0.0.AppImage']);
  expect(await readFile(appImage, 'utf8')).toBe('old');
});
