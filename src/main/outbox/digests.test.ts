import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Digests, startDigests } from './digests.ts';

let folder: string;
let digests: Digests;
const script = new URL('./digest-worker.ts', import.meta.url);
const never = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'digests-'));
  digests = startDigests(script, 1_000);
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

const read = (path: string) => digests.digest(path, () => undefined, never);

test('digests agree with another implementation, at and around the size of a piece', async () => {
  for (const size of [1, 4096, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024]) {
    const content = Buffer.alloc(size, size % 251);
    const end = await read(await file(`${size}`, content));
    expect(end).toMatchObject({ size, keccak256: `0x${Buffer.from(keccak_256(content)).toString('hex')}` });
  }
});

test('a file that is not there is told by its error code', async () => {
  expect(await read(join(folder, 'nothing'))).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
});

test('a cancelled file is not read', async () => {
  const abort = new AbortController();
  const path = await file('a', Buffer.from('a'));
  const reading = digests.digest(path, () => undefined, abort.signal);
  abort.abort();
  expect(await reading).toMatchObject({ kind: 'cancelled' });
});

test('a file that hangs is given up, and the others go on, those that were asked for after it included', async () => {
  const pipe = join(folder, 'pipe');
  // Opening a pipe that nobody writes to waits for ever, like a share whose server is gone.
  execFileSync('mkfifo', [pipe]);
  const hanging = read(pipe);
  const others = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => read(await file(`${index}`, Buffer.from(`content ${index}`)))),
  );
  expect(others.every(({ kind }) => kind === 'digested')).toBe(true);
  expect(await hanging).toMatchObject({ kind: 'unreadable', code: 'ETIMEDOUT' });
  // Lets the thread that hangs in it end.
  await writeFile(pipe, '');
});
