import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { files } from '../../files/file-threads.fixture.ts';
import { type Disk, expand, type Found, isHiddenName } from './dropped-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hidden-')));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const disk: Disk = { files, isOwn: () => false };

async function lay(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `content of ${path}`);
  }
}

async function expanded(paths: readonly string[], by: Disk = disk) {
  const found: Found[] = [];
  const answer = await expand(by, paths, async (piece) => void found.push(...piece));
  return { ...answer, names: found.map(({ name }) => name) };
}

test.each(['.DS_Store', '.git', '._map.png', 'Thumbs.db', 'THUMBS.DB', 'desktop.ini', '~$report.docx', 'Icon\r'])(
  '%j is hidden',
  (name) => expect(isHiddenName(name)).toBe(true),
);

test.each(['report.docx', 'a.DS_Store', 'thumbs.db.txt', '~report.docx', '$report', 'icon', 'desktop.ini.pdf'])(
  '%j is not hidden',
  (name) => expect(isHiddenName(name)).toBe(false),
);

test('hidden files in a dropped folder are left out on every level, and counted', async () => {
  await lay('trip/map.png', 'trip/.DS_Store', 'trip/day/Thumbs.db', 'trip/day/~$notes.docx', 'trip/day/notes.docx');
  await lay('trip/.git/config', 'trip/.git/objects/ab');
  const { names, notes, leftOut } = await expanded([join(folder, 'trip')]);
  expect(names).toEqual(['map.png', 'notes.docx']);
  expect(notes).toEqual([]);
  expect(leftOut).toEqual({ files: 3, folders: 1 });
});

test('a hidden file or folder that is dropped itself is added with its content', async () => {
  await lay('.env', '.config/app.json', '.config/.cache');
  const { names } = await expanded([join(folder, '.env'), join(folder, '.config')]);
  expect(names).toEqual(['.env', 'app.json']);
});

test('a folder with only hidden files is not called empty', async () => {
  await lay('trip/.DS_Store');
  const { names, notes, leftOut } = await expanded([join(folder, 'trip')]);
  expect([names, notes]).toEqual([[], []]);
  expect(leftOut).toEqual({ files: 1, folders: 0 });
});
