import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePath } from './free-path.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'free-path-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('nothing that is there, or about to be, is written over', async () => {
  await writeFile(join(folder, 'a.json'), '');
  expect(freePath(folder, 'a.json', new Set())).toBe(join(folder, 'a (1).json'));
  expect(freePath(folder, 'a.json', new Set([join(folder, 'a (1).json')]))).toBe(join(folder, 'a (2).json'));
});

test('a name of any length can be saved, and keeps its ending', async () => {
  for (const name of [`${'x'.repeat(250)} receipt.json`, `${'漢'.repeat(90)}🙂 receipt.pdf`, `a.${'b'.repeat(300)}`]) {
    for (let copy = 0; copy < 3; copy += 1) {
      const path = freePath(folder, name, new Set());
      await writeFile(path, '');
      expect(basename(path).isWellFormed()).toBe(true);
      if (/\.\w{3,4}$/.test(name)) expect(path.endsWith(name.slice(-4))).toBe(true);
    }
  }
});

test('no name leads out of the folder', async () => {
  for (const name of ['../../evil', '..', '.', '', '/etc/passwd', '..\\..\\evil', 'C:\\evil', 'a\u0000b', 'x/..']) {
    const path = freePath(folder, name, new Set());
    expect(dirname(path)).toBe(folder);
    await writeFile(path, '');
    expect(existsSync(path)).toBe(true);
  }
});
