import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { FolderEntry } from './file-calls.ts';
import { FileThreads, OpenFile } from './file-threads.ts';

let folder: string;
let files: FileThreads;
beforeEach(async () => {
  // Files are opened over no link: the folder for temporary files lies behind one on macOS.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'files-')));
  files = new FileThreads(new URL('./file-worker.ts', import.meta.url));
});
afterEach(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function pipe(name: string): string {
  execFileSync('mkfifo', [join(folder, name)]);
  return join(folder, name);
}

const sha256 = (content: string | Buffer): string => `0x${createHash('sha256').update(content).digest('hex')}`;

async function opened(path: string): Promise<OpenFile> {
  const one = await files.open(path);
  if (!(one instanceof OpenFile)) throw new Error(one.detail);
  return one;
}

describe('a file', () => {
  test('is read whole, with the digest of what was read', async () => {
    const read = await files.read(await file('letter', 'abc'), 'follow', 3);
    expect(read).toMatchObject({ kind: 'content', sha256: sha256('abc'), facts: { kind: 'file', size: 3 } });
    expect(read.kind === 'content' && Buffer.from(read.bytes).toString()).toBe('abc');
  });

  test('that is larger than asked for is not read', async () => {
    expect(await files.read(await file('letter', 'abcd'), 'follow', 3)).toMatchObject({
      kind: 'unreadable',
      code: 'EFBIG',
    });
  });

  test('is read piece by piece into the memory that is given, and its digest is that of the pieces', async () => {
    const content = Buffer.from(Array.from({ length: 2_500 }, (_, at) => at % 251));
    const one = await opened(await file('large', content));
    const pieces: Buffer[] = [];
    let piece: Uint8Array<ArrayBuffer> = new Uint8Array(1_000);
    for (let at = 0; at < content.length; at += 1_000) {
      const read = await one.read(piece, at);
      if (read.kind === 'unreadable') throw new Error(read.detail);
      pieces.push(Buffer.from(read.piece.subarray(0, read.bytesRead)));
      piece = read.piece;
    }
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect(await one.finish()).toMatchObject({ sha256: sha256(content), facts: { size: content.length } });
    one.close();
  });

  test('that ends early says how far it went', async () => {
    const path = await file('shrunk', Buffer.alloc(100));
    const one = await opened(path);
    await truncate(path, 40);
    expect(await one.read(new Uint8Array(100), 0)).toMatchObject({ bytesRead: 40 });
    one.close();
  });

  test('is told by its error code where there is none', async () => {
    expect(await files.look(join(folder, 'none'), 'follow')).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
    expect(await files.read(join(folder, 'none'), 'follow', 1)).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
    expect(await files.open(join(folder, 'none'))).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
  });

  test.skipIf(process.platform === 'win32')('has its facts, a link its own or those of what it leads to', async () => {
    const path = await file('letter', 'abc');
    await symlink(path, join(folder, 'link'));
    expect(await files.look(join(folder, 'link'), 'no-follow')).toMatchObject({ kind: 'link' });
    expect(await files.look(join(folder, 'link'), 'follow')).toMatchObject({ kind: 'file', size: 3 });
    expect(await files.look(folder, 'follow')).toMatchObject({ kind: 'folder' });
  });
});

describe.skipIf(process.platform === 'win32')('what is no regular file', () => {
  const endless = ['/dev/zero', '/dev/random', '/dev/tty', '/dev/null'];

  test.each(['read', 'open'] as const)('is not %s, but refused at once', async (how) => {
    const ask = (path: string) => (how === 'read' ? files.read(path, 'follow', 1024) : files.open(path));
    await symlink('/dev/zero', join(folder, 'zero'));
    for (const path of [pipe('pipe'), ...endless]) {
      expect(await ask(path)).toMatchObject({ kind: 'unreadable', code: 'ENOTFILE' });
    }
    expect(await ask(join(folder, 'zero'))).toMatchObject({ code: how === 'read' ? 'ENOTFILE' : 'ELINK' });
    expect(await ask(folder)).toMatchObject({ kind: 'unreadable', code: 'EISDIR' });
  });

  test('by a link that leads nowhere or to itself is refused at once', async () => {
    await symlink(join(folder, 'loop'), join(folder, 'loop'));
    await symlink(join(folder, 'gone'), join(folder, 'dangling'));
    expect(await files.read(join(folder, 'loop'), 'follow', 1024)).toMatchObject({ code: 'ELOOP' });
    expect(await files.open(join(folder, 'dangling'))).toMatchObject({ code: 'ENOENT' });
  });
});

async function listed(path: string): Promise<{ seen: FolderEntry[]; folders: readonly string[] }> {
  const seen: FolderEntry[] = [];
  const folders = await files.list(path, (part) => seen.push(...part));
  if ('kind' in folders) throw new Error(folders.detail);
  return { seen, folders };
}

describe('a folder', () => {
  test('is listed in the order in which people count, its folders apart', async () => {
    for (const name of ['file 10', 'file 2', 'file 1']) await file(name, name);
    await mkdir(join(folder, 'inside'));
    const { seen, folders } = await listed(folder);
    expect(seen.map(({ name }) => name)).toEqual(['file 1', 'file 2', 'file 10']);
    expect(folders).toEqual(['inside']);
  });

  test.skipIf(process.platform === 'win32')('keeps every name that is text, and says which is none', async () => {
    const odd = ['a\nb', 'a\rb', '\u202egnp.exe', 'dots...', ' ', '\\', 'x'.repeat(255)];
    for (const name of odd) await file(name, 'content');
    // macOS takes no name that is no text.
    const isStrict = process.platform === 'darwin';
    const noText = Buffer.concat([Buffer.from(folder), Buffer.from([0x2f, 0x61, 0xff, 0x62])]);
    if (!isStrict) await writeFile(noText, 'content');
    const { seen } = await listed(folder);
    const there = seen.filter((entry) => entry.seen.kind === 'file').map(({ name }) => name);
    expect(new Set(there)).toEqual(new Set(odd));
    expect(seen.filter((entry) => entry.seen.kind !== 'file').map((entry) => entry.seen)).toMatchObject(
      isStrict ? [] : [{ kind: 'unreadable', code: 'EILSEQ' }],
    );
  });
});

test('a file whose name may not be valid text is refused with its code', async () => {
  const path = await file('a\ufffd', 'content');
  await mkdir(join(folder, 'b\ufffd'));
  const { seen, folders } = await listed(folder);
  const unnamed = { kind: 'unreadable', code: 'EILSEQ' };
  expect(seen.map((entry) => entry.seen)).toMatchObject([unnamed, unnamed]);
  expect(folders).toEqual([]);
  expect(await files.read(path, 'follow', 100)).toMatchObject(unnamed);
  expect(await files.open(path)).toMatchObject(unnamed);
  expect(await files.find(path)).toMatchObject(unnamed);
  expect(await files.look(path, 'no-follow')).toMatchObject(unnamed);
});

describe.skipIf(process.platform === 'win32')('a drive that hangs', () => {
  const hanging = new URL('./hanging-file-worker.fixture.ts', import.meta.url);
  const letGo = (...paths: string[]) => Promise.all(paths.map((path) => writeFile(path, '')));

  test('is given up, while other files are read and host names looked up', async () => {
    // Longer than a busy machine takes to start a thread.
    const drive = new FileThreads(hanging, 10_000);
    onTestFinished(() => drive.close());
    await mkdir(join(folder, 'share'));
    const pipes = Array.from({ length: 8 }, (_, at) => pipe(join('share', `${at}`)));
    const reads = pipes.map((path) => drive.read(path, 'follow', 1024));
    const path = await file('near', 'abc');
    expect(await drive.read(path, 'follow', 3)).toMatchObject({ kind: 'content', sha256: sha256('abc') });
    await lookup('localhost');
    expect(await readFile(path, 'utf8')).toBe('abc');
    expect(await Promise.all(reads)).toMatchObject(pipes.map(() => ({ kind: 'unreadable', code: 'ETIMEDOUT' })));
    // What lies beside what hangs is not even tried, so that no drive takes a thread for each of its files.
    const untried = pipe(join('share', 'untried'));
    expect(await drive.read(untried, 'follow', 1024)).toMatchObject({ code: 'ETIMEDOUT' });
    await letGo(...pipes);
    // Once they have let go, it is.
    await appendFile(await file('share/later', 'a'), 'bc');
    await expect
      .poll(() => drive.read(join(folder, 'share', 'later'), 'follow', 3), { timeout: 30_000 })
      .toMatchObject({ kind: 'content' });
  });
});

test('paths in several folders are looked at together, and each has an answer of its own', async () => {
  await mkdir(join(folder, 'inner'));
  const [one, two] = [await file('one', 'abc'), await file('inner/two', 'a')];
  const gone = join(folder, 'gone');
  const found = await files.findAll([one, gone, two]);
  expect(found.get(one)).toMatchObject({ kind: 'found', facts: { kind: 'file', size: 3 }, realPath: one });
  expect(found.get(gone)).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
  expect(found.get(two)).toMatchObject({ kind: 'found', facts: { kind: 'file', size: 1 }, realPath: two });
});

test('a thread that cannot start makes its files unreadable', async () => {
  const broken = new FileThreads(pathToFileURL(await file('broken.mjs', 'throw new Error("broken");')));
  onTestFinished(() => broken.close());
  expect(await broken.look(folder, 'follow')).toMatchObject({ kind: 'unreadable', code: 'WORKER' });
});
