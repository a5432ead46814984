import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const disk = vi.hoisted(() => ({ isFull: false, fillsMeanwhile: false }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return { ...fs, statfsSync: (path: string) => (disk.isFull ? { bavail: 0, bsize: 4096 } : fs.statfsSync(path)) };
});
vi.mock('./sqlite.ts', async (importOriginal) => {
  const sqlite = await importOriginal<typeof import('./sqlite.ts')>();
  const backup: typeof sqlite.backup = (source, path, options) => {
    if (!disk.fillsMeanwhile) return sqlite.backup(source, path, options);
    for (const suffix of ['', '-journal']) writeFileSync(`${path}${suffix}`, 'half of it');
    return Promise.reject(new Error('database or disk is full'));
  };
  return { ...sqlite, backup };
});
const { openDatabase, takeCopy } = await import('./index.ts');

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-'));
  path = join(folder, 'dropslip.db');
  openDatabase(path).close();
});
afterEach(async () => {
  Object.assign(disk, { isFull: false, fillsMeanwhile: false });
  await rm(folder, { recursive: true, force: true });
});
const copies = (): string[] => readdirSync(folder).filter((name) => name.includes('copy'));

test('what a copy that was killed has left is cleared away where there is no room for another', async () => {
  writeFileSync(`${path}.copy.new`, 'half of it');
  disk.isFull = true;
  expect(await takeCopy(path, Date.now())).toEqual({ kind: 'no-room' });
  expect(copies()).toEqual([]);
});

test('a copy for which the disk has no room leaves nothing of itself', async () => {
  disk.fillsMeanwhile = true;
  await expect(takeCopy(path, Date.now())).rejects.toThrow('database or disk is full');
  expect(copies()).toEqual([]);
});
