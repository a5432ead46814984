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

const database = () => join(folder, 'data', 'dropslip.db');

test('what lies in an own folder is own, at any depth, and so is the folder itself', () => {
  const isOwn = ownFolders(() => [join(folder, 'data'), join(folder, 'window')], database());
  expect(isOwn(join(folder, 'data'))).toBe(true);
  expect(isOwn(join(folder, 'data', 'made.txt'))).toBe(true);
  expect(isOwn(join(folder, 'window', 'File System', '000', 't', '00', '00000000'))).toBe(true);
  expect(isOwn(join(folder, 'data', 'x', '..', 'made.txt'))).toBe(true);
});

test('what lies beside an own folder is not own, whatever its name begins with', () => {
  const isOwn = ownFolders(() => [join(folder, 'data')], database());
  expect(isOwn(join(folder, 'data.txt'))).toBe(false);
  expect(isOwn(join(folder, '..data', 'x'))).toBe(false);
  expect(isOwn(folder)).toBe(false);
  expect(isOwn(join(folder, 'data', '..', 'letter.txt'))).toBe(false);
  // A name in the folder may begin with dots.
  expect(isOwn(join(folder, 'data', '..made.txt'))).toBe(true);
});

test('an own folder that is a link is own under both its names', async () => {
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(folder, 'data'), 'junction');
  const isOwn = ownFolders(() => [join(folder, 'data')], database());
  expect(isOwn(join(folder, 'data', 'x'))).toBe(true);
  expect(isOwn(join(folder, 'elsewhere', 'x'))).toBe(true);
});

test('a data file that lies elsewhere is own with all that belongs to it, and its neighbours are not', () => {
  const isOwn = ownFolders(() => [join(folder, 'data')], join(folder, 'documents', 'dropslip.db'));
  for (const suffix of ['', '-wal', '-shm', '.copy', '.damaged-2026-05-04T12-00-00-000Z']) {
    expect(isOwn(join(folder, 'documents', `dropslip.db${suffix}`))).toBe(true);
  }
  expect(isOwn(join(folder, 'documents', 'letter.txt'))).toBe(false);
  expect(isOwn(join(folder, 'other', 'dropslip.db'))).toBe(false);
});
