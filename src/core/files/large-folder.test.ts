import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FolderEntry } from './file-calls.ts';
import { FileHandler } from './file-handler.ts';

test('a thread that reads and sorts a large folder says that it is at work before it has anything to show', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (let start = 0; start < 6_000; start += 500) {
    // In a mixed order, because some systems list names in the order of their creation.
    const names = Array.from({ length: 500 }, (_, at) => `${((start + at) * 7_919) % 6_000}`);
    await Promise.all(names.map((name) => writeFile(join(folder, name), '')));
  }
  const parts: (readonly FolderEntry[])[] = [];
  new FileHandler((part) => parts.push(part)).list(folder);
  const beforeNames = parts.findIndex((part) => part.length > 0);
  // One of the reading, and more of the sorting.
  expect(beforeNames).toBeGreaterThan(2);
  const names = parts.flat().map(({ name }) => name);
  expect(names).toEqual(Array.from({ length: 6_000 }, (_, at) => `${at}`));
});

test('a folder with more names than can be taken is refused, and nothing of it is shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(folder, name), '');
  const parts: (readonly FolderEntry[])[] = [];
  const handler = new FileHandler((part) => parts.push(part), 3);
  expect(handler.list(folder)).toMatchObject({ kind: 'unreadable', code: 'E2BIG' });
  expect(parts.flat()).toEqual([]);
});
