import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownFolders } from './own-folders.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dropslip-own-')));
});
afterEach(() => rm(folder, { recursive: true }));

test('what lies in an own folder is own, at any depth, and so is the folder itself', () => {
  const isOwn = ownFolders([join(folder, 'data'), join(folder, 'window')]);
  expect(isOwn(join(folder, 'data'))).toBe(true);
  expect(isOwn(join(folder, 'data', 'made.txt'))).toBe(true);
  expect(isOwn(join(folder, 'window', 'File System', '000', 't', '00', '00000000'))).toBe(true);
  expect(isOwn(join(folder, 'data', 'x', '..', 'made.txt'))).toBe(true);
});

test('what lies beside an own folder is not own, whatever its name begins with', () => {
  const isOwn = ownFolders([join(folder, 'data')]);
  expect(isOwn(join(folder, 'data.txt'))).toBe(false);
  expect(isOwn(join(folder, '..data', 'x'))).toBe(false);
  expect(isOwn(folder)).toBe(false);
  expect(isOwn(join(folder, 'data', '..', 'letter.txt'))).toBe(false);
  // A name in the folder may begin with dots.
  expect(isOwn(join(folder, 'data', '..made.txt'))).toBe(true);
});

test('an own folder that is a link is own under both its names', async () => {
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(folder, 'data'));
  const isOwn = ownFolders([join(folder, 'data')]);
  expect(isOwn(join(folder, 'data', 'x'))).toBe(true);
  expect(isOwn(join(folder, 'elsewhere', 'x'))).toBe(true);
});
