import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveInNewFolder } from './download-folders.ts';

async function downloads(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'downloads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('each file is in a new folder, and only its owner can read it', async () => {
  const folder = await downloads();
  await writeFile(join(folder, 'Key'), 'mine');
  const one = await saveInNewFolder(folder, 'Key', 'age-key.txt', 'secret');
  const two = await saveInNewFolder(folder, 'Key', 'age-key.txt', 'secret');
  expect([one, two]).toEqual([join(folder, 'Key (1)'), join(folder, 'Key (2)')]);
  expect(await readFile(join(folder, 'Key'), 'utf8')).toBe('mine');
  expect(await readFile(join(one, 'age-key.txt'), 'utf8')).toBe('secret');
  if (process.platform !== 'win32') expect((await stat(join(one, 'age-key.txt'))).mode & 0o777).toBe(0o600);
});

test('nothing is left of a file that the disk did not take', async () => {
  const folder = await downloads();
  await expect(saveInNewFolder(folder, 'Key', 'missing/age-key.txt', 'secret')).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual([]);
});
