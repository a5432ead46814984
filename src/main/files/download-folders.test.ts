import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDownloadFolder } from './download-folders.ts';

async function downloads(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'downloads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const bytes = new Uint8Array([1]);

test('each folder is a new one, and what was there before stays as it is', async () => {
  const folder = await downloads();
  await writeFile(join(folder, 'Receipts'), 'mine');
  const saved: string[] = [];
  const one = newDownloadFolder(folder, 'Receipts', (path) => saved.push(path));
  const two = newDownloadFolder(folder, 'Receipts', (path) => saved.push(path));
  expect([one.name, two.name]).toEqual(['Receipts (1)', 'Receipts (2)']);
  one.finish();
  expect(saved).toEqual([join(folder, 'Receipts (1)')]);
  expect(await readFile(join(folder, 'Receipts'), 'utf8')).toBe('mine');
});

test('files of one name are all there, whatever comes at once, and none leads out of the folder', async () => {
  const folder = await downloads();
  const into = newDownloadFolder(folder, 'Receipts', () => undefined);
  const names = ['a receipt.pdf', 'a receipt.pdf', '../../b receipt.pdf', 'c.exe'];
  await Promise.all(names.map((name) => into.write(name, bytes)));
  expect((await readdir(join(folder, 'Receipts'))).sort()).toEqual([
    '__.._b receipt.pdf',
    'a receipt (1).pdf',
    'a receipt.pdf',
    'c.exe.txt',
  ]);
  expect(await readdir(folder)).toEqual(['Receipts']);
});

test('of a file that the disk did not take whole nothing is left, nor of a folder that nothing else is in', async () => {
  const folder = await downloads();
  const into = newDownloadFolder(folder, 'Receipts', () => undefined);
  function* fullDisk() {
    yield bytes;
    throw new Error('ENOSPC');
  }
  await expect(into.write('a.pdf', fullDisk() as never)).rejects.toThrow('ENOSPC');
  expect(await readdir(join(folder, 'Receipts'))).toEqual([]);
  await into.discard();
  expect(await readdir(folder)).toEqual([]);
});
