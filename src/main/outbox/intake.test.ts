import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { files } from '../files/file-threads.fixture.ts';
import { FileThreads } from '../files/index.ts';
import { expand, type Found } from './intake.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function expanded(paths: readonly string[]): Promise<{ found: Found[]; notes: string[]; pieces: number }> {
  const found: Found[] = [];
  let pieces = 0;
  const notes = await expand(files, paths, async (piece) => {
    pieces += 1;
    found.push(...piece);
  });
  return { found, notes, pieces };
}

describe('expanding what was dropped', () => {
  test('a folder becomes all files below it, each with the folder that it lay in', async () => {
    await mkdir(join(folder, 'trip', 'day one'), { recursive: true });
    await writeFile(join(folder, 'trip', 'map.png'), 'map');
    await writeFile(join(folder, 'trip', 'day one', 'مرحبا 🎉.txt'), 'hello');
    const { found, notes } = await expanded([join(folder, 'trip')]);
    expect(found.map(({ name, folder: inside, size }) => ({ name, inside, size }))).toEqual([
      { name: 'map.png', inside: 'trip', size: 3 },
      { name: 'مرحبا 🎉.txt', inside: 'trip/day one', size: 5 },
    ]);
    expect(notes).toEqual([]);
  });

  test('an empty file becomes a row that says there is nothing to submit', async () => {
    await writeFile(join(folder, 'empty.txt'), '');
    const { found } = await expanded([join(folder, 'empty.txt')]);
    expect(found[0]?.state).toMatchObject({ kind: 'rejected', reason: { code: 'empty-file' } });
  });

  test('links are not followed, neither to files nor to folders', async () => {
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'a'), 'a');
    await mkdir(join(folder, 'links'));
    await symlink(join(folder, 'real', 'a'), join(folder, 'links', 'file'));
    await symlink(join(folder, 'real'), join(folder, 'links', 'folder'));
    const { found } = await expanded([join(folder, 'links')]);
    expect(found.map((file) => file.state)).toEqual([
      expect.objectContaining({ kind: 'rejected', reason: expect.objectContaining({ code: 'link' }) }),
      expect.objectContaining({ kind: 'rejected', reason: expect.objectContaining({ code: 'link' }) }),
    ]);
  });

  test('a file that vanished becomes a row that says so, and the others go on', async () => {
    await writeFile(join(folder, 'there'), 'x');
    const { found } = await expanded([join(folder, 'gone'), join(folder, 'there')]);
    expect(found[0]?.state).toMatchObject({ kind: 'rejected', reason: { code: 'file-missing' } });
    expect(found[1]?.state).toEqual({ kind: 'waiting' });
  });

  test('a folder with nothing in it is named in a note', async () => {
    await mkdir(join(folder, 'nothing', 'inside'), { recursive: true });
    const { found, notes } = await expanded([join(folder, 'nothing')]);
    expect(found).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('nothing')]);
  });

  test('something without a path on this computer is refused in words', async () => {
    const { found, notes } = await expanded(['', 'relative/path']);
    expect(found).toEqual([]);
    expect(notes).toHaveLength(1);
  });

  test('the first rows do not wait for the last ones', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, index) => writeFile(join(folder, `${index}`), 'x')));
    const { found, pieces } = await expanded([folder]);
    expect(found).toHaveLength(300);
    expect(pieces).toBeGreaterThan(1);
  });
});

describe.skipIf(process.platform === 'win32')('what no person means to submit', () => {
  test('a folder that leads back into itself is walked once, and its links are told apart', async () => {
    const path = join(folder, 'round');
    await mkdir(path);
    await symlink(path, join(path, 'again'));
    await symlink(join(path, 'loop'), join(path, 'loop'));
    await symlink('/dev/zero', join(path, 'endless'));
    await writeFile(join(path, 'real\nname'), 'content');
    const { found } = await expanded([path]);
    expect(found.map(({ name, state }) => [name, state.kind])).toEqual([
      ['again', 'rejected'],
      ['endless', 'rejected'],
      ['loop', 'rejected'],
      ['real\nname', 'waiting'],
    ]);
  });

  test('folders in folders without end are walked so far, and the note says that not all was added', async () => {
    const path = join(folder, 'endless');
    await mkdir(join(path, 'a', 'b', 'c', 'd'), { recursive: true });
    await writeFile(join(path, 'first'), 'content');
    await writeFile(join(path, 'a', 'b', 'c', 'd', 'last'), 'content');
    const found: Found[] = [];
    const notes = await expand(files, [path], async (piece) => void found.push(...piece), 4);
    expect(found.map(({ name }) => name)).toEqual(['first']);
    expect(notes).toEqual([
      expect.stringContaining('“endless” has more files and folders in it than Dropslip can take'),
    ]);
  });

  test('a folder without end says that nothing of it was added', async () => {
    const endless = new FileThreads(new URL('../files/endless-file-worker.fixture.ts', import.meta.url));
    onTestFinished(() => endless.close());
    await writeFile(join(folder, 'a'), 'content');
    await writeFile(join(folder, 'b'), 'content');
    const found: Found[] = [];
    const notes = await expand(endless, [folder], async (piece) => void found.push(...piece));
    expect(found).toEqual([]);
    expect(notes).toContainEqual(expect.stringContaining('has more files in it than Dropslip can take'));
  });

  test('a file whose name is no text says that it has to be renamed', async () => {
    await writeFile(Buffer.concat([Buffer.from(folder), Buffer.from([0x2f, 0x61, 0xff])]), 'content');
    const { found } = await expanded([folder]);
    expect(found[0]?.state).toMatchObject({ kind: 'rejected', reason: { code: 'file-name-unreadable' } });
  });
});
