import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Contender } from '../storage/data-folder-contenders.fixture.ts';
import { DataFolderLock } from '../storage/index.ts';
import { Digests } from './digests.ts';

let folder: string;
let digests: Digests;
const script = new URL('./digest-worker.ts', import.meta.url);
const never = new AbortController().signal;

beforeEach(async () => {
  // Slices are read over no link: the folder for temporary files lies behind one on macOS.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'digests-')));
  digests = new Digests(script);
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

/** There are no pipes among files on Windows. */
const testOfPipes = test.skipIf(process.platform === 'win32');
/** NTFS gives a file all the room that it says it takes. */
const testOfHuge = test.skipIf(process.platform === 'win32');

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

test('slices of a file are read by one thread, however many are asked for at once', async () => {
  const threads: unknown[] = [];
  const onWorker = (thread: unknown): void => void threads.push(thread);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const content = randomBytes(12 * 64 * 1024);
  const path = await file('in slices', content);
  const offsets = Array.from({ length: 12 }, (_, at) => at * 64 * 1024);
  const ends = await Promise.all(offsets.map((offset) => digests.slice(path, { offset, size: 64 * 1024 }, never)));
  const bytes = ends.map((end) => (end.kind === 'digested' && end.bytes !== null ? end.bytes : Buffer.alloc(0)));
  expect(Buffer.concat(bytes).equals(content)).toBe(true);
  expect(threads).toHaveLength(1);
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
  // Before its folder is removed: Windows deletes nothing that is open.
  lock.release();
});

test('a file that is not there is told by its error code', async () => {
  expect(await read(join(folder, 'nothing'))).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
});

testOfPipes('what gives bytes without end, or waits for them, is no file', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of ['/dev/zero', '/dev/random', pipe]) {
    expect(await read(path)).toMatchObject({ kind: 'unreadable', code: 'ENOTFILE' });
  }
});

test.skipIf(process.platform !== 'linux')(
  'a file of another size than it says is named as generated by the system',
  async () => {
    expect(await read('/sys/kernel/mm/transparent_hugepage/enabled')).toMatchObject({ code: 'EMADEUP' });
  },
);

test('a file whose name may be no text is not read', async () => {
  expect(await read(await file('a\ufffd', Buffer.from('a')))).toMatchObject({ kind: 'unreadable', code: 'EILSEQ' });
});

test('a cancelled file is not read', async () => {
  const abort = new AbortController();
  const path = await file('a', Buffer.from('a'));
  const reading = digests.digest(path, 'follow', () => undefined, abort.signal);
  abort.abort();
  expect(await reading).toMatchObject({ kind: 'cancelled' });
});

/** Short enough to wait for, and longer than a busy machine lets a thread that reads stand still. */
async function onHangingDrive(): Promise<void> {
  await digests.close();
  digests = new Digests(new URL('./hanging-digest-worker.fixture.ts', import.meta.url), 5_000);
  await mkdir(join(folder, 'share'));
}

function pipe(name: string): string {
  const path = join(folder, 'share', name);
  execFileSync('mkfifo', [path]);
  return path;
}

/** Whether a thread hung at the pipe, which is let go. */
async function letGo(path: string): Promise<boolean> {
  try {
    await (await open(path, constants.O_WRONLY | constants.O_NONBLOCK)).close();
    return true;
  } catch {
    return false;
  }
}

testOfPipes(
  'a folder that hangs is given up with its first files: the others in it are not tried until it is there again',
  async () => {
    await onHangingDrive();
    const pipes = Array.from({ length: 40 }, (_, at) => pipe(`${at}`));
    const hanging = pipes.map(read);
    const others = Array.from({ length: 40 }, async (_, at) => read(await file(`${at}`, Buffer.from(`content ${at}`))));
    expect(new Set((await Promise.all(others)).map(({ kind }) => kind))).toEqual(new Set(['digested']));
    expect(await Promise.all(hanging)).toMatchObject(pipes.map(() => ({ kind: 'unreadable', code: 'ETIMEDOUT' })));
    const untried = pipe('untried');
    expect(await read(untried)).toMatchObject({ kind: 'unreadable', code: 'ETIMEDOUT' });
    expect(await letGo(untried)).toBe(false);
    const hung = await Promise.all(pipes.map(letGo));
    expect(hung.filter(Boolean).length).toBeLessThanOrEqual(3);
    const later = await file('share/later', Buffer.from('later'));
    await expect.poll(() => read(later), { timeout: 30_000 }).toMatchObject({ kind: 'digested' });
  },
);

testOfHuge(
  'files that take hours hold up none that takes minutes, and neither do those hold up small ones',
  async () => {
    const abort = new AbortController();
    /** Nothing but zeros, which take no room. */
    const sparse = async (name: string, bytes: number, signal: AbortSignal) => {
      const path = await file(name, Buffer.alloc(0));
      await truncate(path, bytes);
      return digests.digest(path, 'follow', () => undefined, signal);
    };
    const giants = [1, 2, 3, 4].map((at) => sparse(`giant ${at}`, 256 * 1024 ** 3, abort.signal));
    const large = [1, 2].map((at) => sparse(`large ${at}`, 65 * 1024 ** 2, never));
    const small = Array.from({ length: 60 }, async (_, at) => read(await file(`${at}`, Buffer.from(`content ${at}`))));
    expect(new Set((await Promise.all([...small, ...large])).map(({ kind }) => kind))).toEqual(new Set(['digested']));
    abort.abort();
    expect(new Set((await Promise.all(giants)).map(({ kind }) => kind))).toEqual(new Set(['cancelled']));
  },
);

testOfPipes(
  'a file that hangs is given up, and the others go on or are cancelled, those asked for later included',
  async () => {
    await onHangingDrive();
    const stuck = pipe('stuck');
    const hanging = read(stuck);
    const abort = new AbortController();
    const behind = digests.digest(await file('behind', Buffer.from('b')), 'follow', () => undefined, abort.signal);
    // Both are with a thread by then.
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    const others = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => read(await file(`${index}`, Buffer.from(`content ${index}`)))),
    );
    expect(others.every(({ kind }) => kind === 'digested')).toBe(true);
    expect((await behind).kind).toBe('cancelled');
    expect(await hanging).toMatchObject({ kind: 'unreadable', code: 'ETIMEDOUT' });
    let closed = false;
    const closing = digests.close().then(() => {
      closed = true;
    });
    // Threads that do not hang end in far less time than it takes to read a file by one that starts only now.
    const later = new Digests(script);
    await later.digest(await file('later', Buffer.from('later')), 'follow', () => undefined, never);
    await later.close();
    expect(closed).toBe(false);
    // Lets the thread that hangs in it end.
    await letGo(stuck);
    await closing;
  },
);

testOfHuge('a large file that was given up half-way leaves nothing behind in the digests of the next', async () => {
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
  const none = new Digests(pathToFileURL(broken));
  const ends = await Promise.all([1, 2, 3].map(() => none.digest(broken, 'follow', () => undefined, never)));
  expect(ends).toMatchObject([1, 2, 3].map(() => ({ kind: 'unreadable', code: 'WORKER' })));
  await none.close();
});
