import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DigestEnd, type DigestJob, DigestReader } from './digest-reader.ts';

const KEPT_MS = 200;
const STALL_MS = 20_000;

test('a thread with nothing to read ends, however often its reader looks for work that others do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'idle-threads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  await writeFile(path, 'content');
  const waiting: DigestJob[] = [];
  let hasThread = false;
  const reader = new DigestReader(new URL('./digest-worker.ts', import.meta.url), STALL_MS, KEPT_MS, {
    take: (isStarted) => {
      hasThread = isStarted;
      return waiting.shift() ?? null;
    },
    giveBack: () => undefined,
    giveOn: () => undefined,
    onHanging: () => undefined,
  });
  onTestFinished(() => reader.close());
  const read = (id: number): Promise<DigestEnd> =>
    new Promise((resolve) => {
      const { signal } = new AbortController();
      const order = { id, path, links: 'follow', mostBytes: 100, slice: null, make: 'no-keccak' } as const;
      waiting.push({ ...order, signal, onProgress: () => undefined, resolve });
      reader.fill();
    });
  expect((await read(1)).kind).toBe('digested');
  reader.fill();
  expect(hasThread).toBe(true);
  const isStarted = (): boolean => {
    reader.fill();
    return hasThread;
  };
  await expect.poll(isStarted, { interval: KEPT_MS / 10, timeout: 20 * KEPT_MS }).toBe(false);
  expect((await read(2)).kind).toBe('digested');
});
