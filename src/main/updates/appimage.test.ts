import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBeside, takePlace } from './appimage.ts';
import { type DownloadedFile, sha512Of } from './downloaded-file.ts';

let folder: string;
let appImage: string;
let downloaded: DownloadedFile;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-appimage-'));
  appImage = join(folder, 'Dropslip-1.0.0.AppImage');
  await writeFile(appImage, 'old');
  const path = join(folder, 'downloaded');
  await writeFile(path, 'new');
  downloaded = { path, sha512: await sha512Of(path) };
});

afterEach(() => rm(folder, { recursive: true }));

test('the new one takes the old one’s name, can be run, and is whole beside it before', async () => {
  const beside = await placeBeside(downloaded, appImage);
  expect(await readFile(appImage, 'utf8')).toBe('old');
  expect(await readFile(beside, 'utf8')).toBe('new');
  await takePlace(beside, appImage);
  expect(await readFile(appImage, 'utf8')).toBe('new');
  // Windows knows no file that can be run by its mode, and no AppImage.
  if (process.platform !== 'win32') expect((await stat(appImage)).mode & 0o777).toBe(0o755);
  expect((await readdir(folder)).sort()).toEqual(['Dropslip-1.0.0.AppImage', 'downloaded']);
});

test('what an attempt that broke off has left is replaced', async () => {
  await writeFile(join(folder, '.Dropslip-1.0.0.AppImage.new'), 'half');
  expect(await readFile(await placeBeside(downloaded, appImage), 'utf8')).toBe('new');
});

test('where it cannot be placed the old one stays as it is, and nothing is left', async () => {
  await rm(downloaded.path);
  await expect(placeBeside(downloaded, appImage)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual(['Dropslip-1.0.0.AppImage']);
  expect(await readFile(appImage, 'utf8')).toBe('old');
});

test('what has changed since it was downloaded takes no place', async () => {
  await writeFile(downloaded.path, 'another');
  await expect(placeBeside(downloaded, appImage)).rejects.toMatchObject({ code: 'ERR_CHECKSUM_MISMATCH' });
  expect((await readdir(folder)).sort()).toEqual(['Dropslip-1.0.0.AppImage', 'downloaded']);
  expect(await readFile(appImage, 'utf8')).toBe('old');
});
