import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { files } from '../../files/file-threads.fixture.ts';
import { dropPaths } from '../drops/drop.fixture.ts';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';
import { type Disk, expand, expandLeftOut, type Found, isHiddenName } from './dropped-files.ts';
import { LeftOutFiles } from './intake.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hidden-')));
});
afterEach(async () => {
  await closeRigs();
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
  '%j is not',
  (name) => expect(isHiddenName(name)).toBe(false),
);

test('what is hidden in a dropped folder is left out, on every level, and counted', async () => {
  await lay('trip/map.png', 'trip/.DS_Store', 'trip/day/Thumbs.db', 'trip/day/~$notes.docx', 'trip/day/notes.docx');
  await lay('trip/.git/config', 'trip/.git/objects/ab');
  const { names, notes, leftOut } = await expanded([join(folder, 'trip')]);
  expect(names).toEqual(['map.png', 'notes.docx']);
  expect(notes).toEqual([]);
  expect(new LeftOutFiles().keep('a', leftOut, null)).toEqual({ id: 1, files: 3, folders: 1 });
});

test('what was dropped by itself is taken, whatever its name, and so is what lies in it', async () => {
  await lay('.env', '.config/app.json', '.config/.cache');
  const { names } = await expanded([join(folder, '.env'), join(folder, '.config')]);
  expect(names).toEqual(['.env', 'app.json']);
});

test('a folder in which all is hidden is not called empty', async () => {
  await lay('trip/.DS_Store');
  const { names, notes, leftOut } = await expanded([join(folder, 'trip')]);
  expect([names, notes]).toEqual([[], []]);
  expect(leftOut).toHaveLength(1);
});

test('what was left out is added with all that lies below it, under the folder that it was in', async () => {
  await lay('trip/map.png', 'trip/.env', 'trip/.git/config', 'trip/.git/.lock');
  const { leftOut } = await expanded([join(folder, 'trip')]);
  // What has come since was not told of.
  await lay('trip/.later', 'trip/later.txt');
  const found: Found[] = [];
  await expandLeftOut(disk, leftOut, async (piece) => void found.push(...piece));
  expect(found.map((file) => [file.folder, file.name])).toEqual([
    ['trip', '.env'],
    ['trip/.git', '.lock'],
    ['trip/.git', 'config'],
  ]);
});

test.skipIf(process.platform === 'win32')(
  'a link that has taken its place is not followed, nor is the app’s own folder added',
  async () => {
    await lay('trip/.env', 'trip/.own/data', 'secret');
    const { leftOut } = await expanded([join(folder, 'trip')]);
    await rm(join(folder, 'trip', '.env'));
    await symlink(join(folder, 'secret'), join(folder, 'trip', '.env'));
    const found: Found[] = [];
    const isOwn = (path: string): boolean => path === join(folder, 'trip', '.own');
    const { notes } = await expandLeftOut({ files, isOwn }, leftOut, async (piece) => void found.push(...piece));
    expect(found.map(({ name, state }) => [name, state])).toEqual([
      ['.env', { kind: 'rejected', reason: { code: 'link' } }],
    ]);
    expect(notes).toEqual([{ kind: 'own-folder' }]);
  },
);

test('what was left out of a drop is added once, for the account of the drop', async () => {
  await lay('trip/map.png', 'trip/.env');
  const rig = await openRig();
  const answer = await dropPaths(rig.submissions.drops, accountId, [join(folder, 'trip')]);
  expect(answer).toMatchObject({ ok: true, value: { added: 1, leftOut: { files: 1, folders: 0 } } });
  const id = answer.ok ? (answer.value.leftOut?.id ?? 0) : 0;
  expect(await rig.submissions.intake.addLeftOut(id)).toMatchObject({ ok: true, value: { added: 1, leftOut: null } });
  expect(rig.named('.env')).toMatchObject({ accountId, folder: 'trip' });
  expect(await rig.submissions.intake.addLeftOut(id)).toMatchObject({ ok: false, error: { code: 'files-not-given' } });
  expect(rig.all()).toHaveLength(2);
});

test('of an account that is taken away nothing is remembered, and of many drops only the latest', () => {
  const kept = new LeftOutFiles();
  const leftOut = [
    { place: { path: '/trip', dropped: '/trip' }, folder: 'trip', only: new Set(['.env']), files: 1 },
  ] as const;
  for (let drop = 0; drop < 21; drop += 1) kept.keep('a', leftOut, null);
  kept.keep('b', leftOut, null);
  expect([kept.take(2), kept.take(3)?.accountId]).toEqual([null, 'a']);
  kept.forget('a');
  expect([kept.take(21), kept.take(22)?.accountId]).toEqual([null, 'b']);
});
