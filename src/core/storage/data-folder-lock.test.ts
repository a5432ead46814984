import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Contender, contendFor } from './data-folder-contenders.fixture.ts';
import { DataFolderLock } from './data-folder-lock.ts';
import { NO_FILE } from './database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('who comes second is told that the folder is taken, and has it once the first lets go', () => {
  const first = new DataFolderLock(folder);
  const second = new DataFolderLock(folder);
  expect([first.take(), first.take(), second.take()].map(({ kind }) => kind)).toEqual(['owned', 'owned', 'taken']);
  first.release();
  expect([second.take().kind, first.take(50).kind]).toEqual(['owned', 'taken']);
  second.release();
});

test('a folder that is not there is made, for this person alone', () => {
  const lock = new DataFolderLock(join(folder, 'deep', 'inside'));
  expect(lock.take()).toEqual({ kind: 'owned' });
  if (process.platform !== 'win32') expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
  lock.release();
});

test('the lock writes nothing: its file stays empty, and there is none beside it', () => {
  const lock = new DataFolderLock(folder);
  lock.take();
  expect(readdirSync(folder)).toEqual(['owner.lock']);
  expect(statSync(join(folder, 'owner.lock')).size).toBe(0);
  lock.release();
  expect(readdirSync(folder)).toEqual(['owner.lock']);
});

test('two processes at a time want one folder, forty starts and half of them killed: it never has two owners', async () => {
  const { starts, owners, kills } = await contendFor(folder, { rounds: 20, seed: 1 });
  expect({ starts, isMostlyOwned: owners > 28, isOftenKilled: kills > 12 }).toEqual({
    starts: 40,
    isMostlyOwned: true,
    isOftenKilled: true,
  });
  expect(readdirSync(folder)).toEqual(['owner.lock']);
}, 160_000);

test('an owner that nothing refers to stays the owner when the garbage is collected', async () => {
  const owner = await Contender.start(folder, ['--expose-gc']);
  owner.tell('want');
  await owner.says('owned');
  owner.tell('collect');
  await owner.says('collected');
  expect(new DataFolderLock(folder).take()).toEqual({ kind: 'taken' });
  await owner.kill();
  const next = new DataFolderLock(folder);
  expect(next.take()).toEqual({ kind: 'owned' });
  next.release();
});

/** Acts without the rights that root has over everybody's files; nothing that waits. */
function withoutRootRights<Value>(act: () => Value): Value {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** Windows has other permissions than those that Node sets, and a code of its own for a file that can only be read. */
const hasModes = process.platform !== 'win32';

test.runIf(hasModes)(
  'in a folder in which nothing can be written, owning is impossible, with the system’s code for it',
  () => {
    chmodSync(folder, 0o555);
    const claim = withoutRootRights(() => new DataFolderLock(folder).take());
    expect(claim).toEqual({ kind: 'impossible', code: 'EACCES', detail: expect.stringContaining('owner.lock') });
  },
);

test.runIf(hasModes)(
  'a lock that is there and can only be read is not owned, although SQLite would call it locked',
  async () => {
    await writeFile(join(folder, 'owner.lock'), '');
    chmodSync(join(folder, 'owner.lock'), 0o444);
    chmodSync(folder, 0o555);
    const claim = withoutRootRights(() => new DataFolderLock(folder).take());
    expect(claim).toMatchObject({ kind: 'impossible', code: 'EACCES' });
    // Else only root could clear it away.
    chmodSync(folder, 0o755);
  },
);

test('a folder whose place something else has is impossible too', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(new DataFolderLock(join(folder, 'file')).take()).toMatchObject({ kind: 'impossible', code: 'EEXIST' });
  expect(new DataFolderLock(join(folder, 'file', 'inside')).take()).toMatchObject({
    kind: 'impossible',
    code: 'ENOTDIR',
  });
});

test('a lock that is no lock is never owned, and stays as it is', async () => {
  await writeFile(join(folder, 'owner.lock'), 'something that somebody put here');
  expect(new DataFolderLock(folder).take()).toMatchObject({
    kind: 'impossible',
    detail: expect.stringContaining('owner.lock'),
  });
  expect(existsSync(join(folder, 'owner.lock'))).toBe(true);
});

test.skipIf(process.platform === 'win32').each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path: string) => symlinkSync('/dev/null', path)],
  ['a link to itself', (path: string) => symlinkSync(path, path)],
])('%s in the place of the lock is never waited for, and the folder impossible', (_, put) => {
  put(join(folder, 'owner.lock'));
  expect(new DataFolderLock(folder).take()).toMatchObject({ kind: 'impossible', code: NO_FILE });
});

test.each(['hello', '\0'.repeat(4096)])(
  'a lock with something in it is no damage but somebody’s file, and named',
  (text) => {
    writeFileSync(join(folder, 'owner.lock'), text);
    const detail = expect.stringContaining('owner.lock');
    expect(new DataFolderLock(folder).take()).toEqual({ kind: 'impossible', code: NO_FILE, detail });
  },
);
