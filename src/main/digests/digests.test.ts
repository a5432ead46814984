import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Contender } from '../storage/data-folder-contenders.fixture.ts';
import { DataFolderLock } from '../storage/index.ts';
import { type Digests, startDigests } from './digests.ts';

let folder: string;
let digests: Digests;
const script = new URL('./digest-worker.ts', import.meta.url);
const never = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'digests-'));
  digests = startDigests(script);
});
afterEach(async () => {
  await digests.close();
  await rm(folder, { recursive: true, force: true });
});

async function file(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const read = (path: string) => digests.digest(path, 'follow', () => undefined, never);

test('digests agree with another implementation, at and around the size of a piece', async () => {
  for (const size of [1, 4096, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024, 5 * 1024 * 1024 + 7]) {
    const content = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + size) % 251));
    const end = await read(await file(`${size}`, content));
    expect(end).toMatchObject({
      size,
      keccak256: hex(keccak_256(content)),
      blake2b256: hex(blake2b(content, { dkLen: 32 })),
      sha256: hex(sha256(content)),
    });
  }
});

/** From the Keccak team's test vectors, RFC 7693's implementations and FIPS 180-4 with NIST's long-message examples. */
const published = [
  {
    of: 'nothing',
    content: Buffer.alloc(0),
    keccak256: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    blake2b256: '0x0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8',
    sha256: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  {
    of: '"abc"',
    content: Buffer.from('abc'),
    keccak256: '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    blake2b256: '0xbddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
    sha256: '0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  },
  {
    of: 'a million times "a"',
    content: Buffer.alloc(1_000_000, 'a'),
    keccak256: '0xfadae6b49f129bbb812be8407b7b2894f34aecf6dbd1f9b0f0c7e9853098fc96',
    blake2b256: null,
    sha256: '0xcdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  },
] as const;

test.each(published)('the published digests of $of are met', async ({ of, content, ...digests }) => {
  const expected = Object.fromEntries(Object.entries(digests).filter(([, value]) => value !== null));
  expect(await read(await file(of.replaceAll('"', ''), content))).toMatchObject({ kind: 'digested', ...expected });
});

test('the lock of the data folder is held also when somebody drops it, as the empty file that it is', async () => {
  const lock = new DataFolderLock(folder);
  onTestFinished(() => lock.release());
  expect(lock.take()).toEqual({ kind: 'owned' });
  expect(await read(join(folder, 'owner.lock'))).toMatchObject({ kind: 'digested', size: 0, changedMeanwhile: false });
  const other = await Contender.start(folder);
  other.tell('look');
  other.tell('want');
  await Promise.race([other.says('taken'), other.says('owned')]);
  expect(other.has('owned')).toBe(false);
  await other.kill();
});

test('a file that is not there is told by its error code', async () => {
  expect(await read(join(folder, 'nothing'))).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
});

test.skipIf(process.platform === 'win32')('what gives bytes without end, or waits for them, is no file', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of ['/dev/zero', '/dev/random', pipe]) {
    expect(await read(path)).toMatchObject({ kind: 'unreadable', code: 'ENOTFILE' });
  }
});

test.skipIf(process.platform !== 'linux')(
  'a file that the system makes up, of another size than it says, is none',
  async () => {
    expect(await read('/sys/kernel/mm/transparent_hugepage/enabled')).toMatchObject({ code: 'ENOTFILE' });
  },
);

test('a cancelled file is not read', async () => {
  const abort = new AbortController();
  const path = await file('a', Buffer.from('a'));
  const reading = digests.digest(path, 'follow', () => undefined, abort.signal);
  abort.abort();
  expect(await reading).toMatchObject({ kind: 'cancelled' });
});

test('a file that hangs is given up, and the others go on, those that were asked for after it included', async () => {
  await digests.close();
  // Short enough to wait for, and longer than a busy machine lets a thread that reads stand still.
  digests = startDigests(new URL('./hanging-digest-worker.fixture.ts', import.meta.url), 5_000);
  const drive = join(folder, 'drive');
  await mkdir(drive);
  const pipe = join(drive, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await writeFile(join(drive, 'beside'), 'beside');
  const hanging = read(pipe);
  const others = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => read(await file(`${index}`, Buffer.from(`content ${index}`)))),
  );
  expect(others.every(({ kind }) => kind === 'digested')).toBe(true);
  expect(await hanging).toMatchObject({ kind: 'unreadable', code: 'ETIMEDOUT' });
  expect(await read(join(drive, 'beside'))).toMatchObject({ kind: 'unreadable', code: 'ETIMEDOUT' });
  let closed = false;
  const closing = digests.close().then(() => {
    closed = true;
  });
  // Threads that do not hang end in far less time than it takes to read a file by one that starts only now.
  const later = startDigests(script);
  await later.digest(await file('later', Buffer.from('later')), 'follow', () => undefined, never);
  await later.close();
  expect(closed).toBe(false);
  // Lets the thread that hangs in it end.
  await writeFile(pipe, '');
  await closing;
});

test('a drive with many files that hang costs as many threads as read at once, and holds up no others for longer', async () => {
  await digests.close();
  digests = startDigests(new URL('./hanging-digest-worker.fixture.ts', import.meta.url), 5_000);
  const drive = join(folder, 'drive');
  await mkdir(drive);
  const pipes = Array.from({ length: 100 }, (_, index) => join(drive, `${index}`));
  execFileSync('mkfifo', pipes);
  const hanging = pipes.map((pipe) => read(pipe));
  const other = await read(await file('other', Buffer.from('other')));
  expect(other.kind).toBe('digested');
  const ends = await Promise.all(hanging);
  expect(new Set(ends.map((end) => end.kind === 'unreadable' && end.code))).toEqual(new Set(['ETIMEDOUT']));
  // The others were never opened: a pipe that nobody reads cannot be opened for writing.
  const flags = constants.O_WRONLY | constants.O_NONBLOCK;
  const opened = await Promise.allSettled(pipes.map((pipe) => open(pipe, flags)));
  const readers = opened.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(readers).toHaveLength(2);
  for (const reader of readers) await reader.close();
});

test('a large file that was given up half-way leaves nothing behind in the digests of the next', async () => {
  const path = await file('large', Buffer.alloc(32 * 1024 * 1024, 7));
  // Nothing but zeros from there on, which take no room, and so many that nobody reads them before the word to stop comes.
  await truncate(path, 64 * 1024 * 1024 * 1024);
  const next = Buffer.alloc(6 * 1024 * 1024, 1);
  const nextPath = await file('next', next);
  for (let round = 0; round < 4; round += 1) {
    const abort = new AbortController();
    const given = digests.digest(path, 'follow', () => abort.abort(), abort.signal);
    const end = await read(nextPath);
    expect((await given).kind).toBe('cancelled');
    expect(end).toMatchObject({ blake2b256: hex(blake2b(next, { dkLen: 32 })), sha256: hex(sha256(next)) });
  }
});

test('a thread that cannot start makes its files unreadable, and is not started over and over', async () => {
  const broken = join(folder, 'broken.mjs');
  await writeFile(broken, 'throw new Error("broken");');
  const none = startDigests(pathToFileURL(broken));
  const ends = await Promise.all([1, 2, 3].map(() => none.digest(broken, 'follow', () => undefined, never)));
  expect(ends).toMatchObject([1, 2, 3].map(() => ({ kind: 'unreadable', code: 'WORKER' })));
  await none.close();
});
