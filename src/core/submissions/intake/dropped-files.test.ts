import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AddNote } from '../../../shared/bridge/submissions.ts';
import { files } from '../../files/file-threads.fixture.ts';
import { FileThreads } from '../../files/index.ts';
import { ownFolders } from '../../own-folders.ts';
import { fake } from '../fake.fixture.ts';
import { expand, type Found } from './dropped-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function expanded(
  paths: readonly string[],
  isOwn: (path: string) => boolean = () => false,
): Promise<{ found: Found[]; notes: readonly AddNote[]; pieces: number }> {
  const found: Found[] = [];
  let pieces = 0;
  const { notes } = await expand({ files, isOwn }, paths, async (piece) => {
    pieces += 1;
    found.push(...piece);
  });
  return { found, notes, pieces };
}

describe('expanding dropped paths', () => {
  test('a folder becomes all files below it, each with its folder', async () => {
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

  test('an empty file becomes a row rejected as empty', async () => {
    await writeFile(join(folder, 'empty.txt'), '');
    const { found } = await expanded([join(folder, 'empty.txt')]);
    expect(found[0]?.state).toMatchObject({ kind: 'rejected', reason: { code: 'empty' } });
  });

  test.runIf(process.platform === 'linux')('a file that Linux generates on reading is rejected as such', async () => {
    const { found } = await expanded(['/proc/cpuinfo', '/sys/kernel/mm/transparent_hugepage/enabled']);
    for (const { state } of found) expect(state).toMatchObject({ kind: 'rejected', reason: { code: 'file-made-up' } });
  });

  test.skipIf(process.platform === 'win32')('links are not followed, neither to files nor to folders', async () => {
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

  test('a missing file becomes a row with that reason, and the others are added', async () => {
    await writeFile(join(folder, 'there'), 'x');
    const { found } = await expanded([join(folder, 'gone'), join(folder, 'there')]);
    expect(found[0]?.state).toMatchObject({ kind: 'rejected', reason: { code: 'file-missing' } });
    expect(found[1]?.state).toEqual({ kind: 'waiting' });
  });

  test('a note names an empty folder', async () => {
    await mkdir(join(folder, 'nothing', 'inside'), { recursive: true });
    const { found, notes } = await expanded([join(folder, 'nothing')]);
    expect(found).toEqual([]);
    expect(notes).toEqual([{ kind: 'empty-folder', folder: 'nothing' }]);
  });

  test('a note about a deep unreadable folder has the start and the end of its path', async () => {
    const facts = { kind: 'folder', size: 0, mtimeNs: 0n, ctimeNs: 0n, inode: 0n } as const;
    const threads = fake(FileThreads, {
      findAll: async () => new Map([['/trip', { kind: 'found', facts, realPath: '/trip' } as const]]),
      list: async (path: string) => {
        if (path.endsWith('last')) return { kind: 'unreadable', code: 'EACCES', detail: 'No.' } as const;
        return [path.length > 2_500 ? 'last' : 'deep'];
      },
    });
    const { notes } = await expand({ files: threads, isOwn: () => false }, ['/trip'], async () => undefined);
    expect(notes).toEqual([
      { kind: 'unreadable-folder', folder: expect.stringMatching(/^trip\/deep\/.{50,60}….{50,60}deep\/last$/) },
    ]);
  });

  test('the app’s own folder is left out of a dropped folder, with one note', async () => {
    const own = join(folder, 'home', 'config', 'Dropslip');
    await mkdir(join(own, 'window'), { recursive: true });
    await mkdir(join(folder, 'home', 'config', 'Dropslip notes'));
    await writeFile(join(own, 'dropslip.db'), 'data');
    await writeFile(join(own, 'window', 'Cookies'), 'data');
    await writeFile(join(folder, 'home', 'config', 'Dropslip notes', 'note.txt'), 'note');
    const isOwn = ownFolders(() => [own, join(own, 'window')], join(own, 'dropslip.db'));
    const { found, notes } = await expanded([join(folder, 'home')], isOwn);
    expect(found.map(({ name }) => name)).toEqual(['note.txt']);
    expect(notes).toEqual([{ kind: 'own-folder' }]);
  });

  test('the app’s own folder is left out also behind a link', async () => {
    await mkdir(join(folder, 'own', 'inner'), { recursive: true });
    await writeFile(join(folder, 'own', 'dropslip.db'), 'data');
    await writeFile(join(folder, 'own', 'inner', 'x'), 'data');
    await symlink(join(folder, 'own'), join(folder, 'way'), 'junction');
    const paths = [join(folder, 'way', 'dropslip.db'), join(folder, 'way', 'inner')];
    const isOwn = ownFolders(() => [join(folder, 'own')], join(folder, 'own', 'dropslip.db'));
    const { found, notes } = await expanded(paths, isOwn);
    expect(found).toEqual([]);
    expect(notes).toEqual([{ kind: 'own-folder' }]);
  });

  test('one note covers all items without a path on this computer', async () => {
    const { found, notes } = await expanded(['', 'relative/path']);
    expect(found).toEqual([]);
    expect(notes).toEqual([{ kind: 'nowhere' }]);
  });

  test('the first rows do not wait for the last ones', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, index) => writeFile(join(folder, `${index}`), 'x')));
    const { found, pieces } = await expanded([folder]);
    expect(found).toHaveLength(300);
    expect(pieces).toBeGreaterThan(1);
  });
});

describe.skipIf(process.platform === 'win32')('links and endless folders', () => {
  test('a folder that links to itself is walked once, and its links are rejected', async () => {
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

  test('endless nested folders are walked to a limit, with a note that files are missing', async () => {
    const path = join(folder, 'endless');
    await mkdir(join(path, 'a', 'b', 'c', 'd'), { recursive: true });
    await writeFile(join(path, 'first'), 'content');
    await writeFile(join(path, 'a', 'b', 'c', 'd', 'last'), 'content');
    const found: Found[] = [];
    const { notes } = await expand(
      { files, isOwn: () => false, mostEntries: 4 },
      [path],
      async (piece) => void found.push(...piece),
    );
    expect(found.map(({ name }) => name)).toEqual(['first']);
    expect(notes).toEqual([{ kind: 'rest-of-folder', folder: 'endless' }]);
  });

  test('an endless folder adds nothing, with a note', async () => {
    const endless = new FileThreads(new URL('../../files/endless-file-worker.fixture.ts', import.meta.url));
    onTestFinished(() => endless.close());
    await writeFile(join(folder, 'a'), 'content');
    await writeFile(join(folder, 'b'), 'content');
    const found: Found[] = [];
    const { notes } = await expand(
      { files: endless, isOwn: () => false },
      [folder],
      async (piece) => void found.push(...piece),
    );
    expect(found).toEqual([]);
    expect(notes).toContainEqual({ kind: 'endless-folder', folder: basename(folder) });
  });

  // macOS does not allow such names.
  test.runIf(process.platform === 'linux')(
    'a file whose name is not text is rejected until it is renamed',
    async () => {
      await writeFile(Buffer.concat([Buffer.from(folder), Buffer.from([0x2f, 0x61, 0xff])]), 'content');
      const { found } = await expanded([folder]);
      expect(found[0]?.state).toMatchObject({ kind: 'rejected', reason: { code: 'file-name-unreadable' } });
    },
  );
});
