import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DigestsToMake } from './digest-order.ts';
import { type DigestEnd, Digests } from './digests.ts';

const MIB = 1024 * 1024;
const never = new AbortController().signal;
let folder: string;
let digests: Digests;

beforeAll(async () => {
  // Slices are read over no link: the folder for temporary files lies behind one on macOS.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'without-keccak-')));
  digests = new Digests(new URL('./digest-worker.ts', import.meta.url));
});

afterAll(async () => {
  await digests.close();
  await rm(folder, { recursive: true, force: true });
});

const content = (size: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251);

/** What is known of the bytes alone. */
function made(end: DigestEnd) {
  if (end.kind !== 'digested') throw new Error(end.kind);
  const { keccak256, blake2b256, sha256, size } = end;
  return { keccak256, blake2b256, sha256, size };
}

test.each([0, 1, 64 * 1024 + 1, 3 * MIB, 4 * MIB, 5 * MIB + 7])(
  'of a file of %i bytes the others are the same with Keccak-256 and without, whatever was read before',
  async (size) => {
    const path = join(folder, String(size));
    await writeFile(path, content(size));
    const read = async (make: DigestsToMake) =>
      made(await digests.digest(path, 'follow', () => undefined, never, make));
    const all = await read('all');
    expect(all.keccak256).toMatch(/^0x[0-9a-f]{64}$/);
    for (const make of ['no-keccak', 'no-keccak', 'all'] as const)
      expect(await read(make)).toEqual(make === 'all' ? all : { ...all, keccak256: null });
  },
);

test('the same holds of a slice, and of bytes at hand', async () => {
  const path = join(folder, 'sliced');
  await writeFile(path, content(MIB));
  const slice = { offset: 1_000, size: 300_000 };
  const bytes = content(MIB).slice(1_000, 301_000);
  const all = made(await digests.ofBytes(bytes.slice(), never));
  expect(made(await digests.slice(path, slice, never))).toEqual(all);
  expect(made(await digests.slice(path, slice, never, 'no-keccak'))).toEqual({ ...all, keccak256: null });
  expect(made(await digests.ofBytes(bytes.slice(), never, 'no-keccak'))).toEqual({ ...all, keccak256: null });
});
