import { existsSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePath, harmlessName } from './file-names.ts';

let folder: string;

function pathOf(name: string, nameOf?: 'user' | 'others'): string {
  return freePath(folder, name, nameOf).path;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'free-path-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('nothing that is there is written over', async () => {
  await writeFile(join(folder, 'a.json'), '');
  expect(pathOf('a.json')).toBe(join(folder, 'a (1).json'));
  await writeFile(join(folder, 'a (1).json'), '');
  expect(pathOf('a.json')).toBe(join(folder, 'a (2).json'));
});

test('a name of any length can be saved, and keeps its ending', async () => {
  for (const name of [`${'x'.repeat(250)} receipt.json`, `${'漢'.repeat(90)}🙂 receipt.pdf`, `a.${'b'.repeat(300)}`]) {
    for (let copy = 0; copy < 3; copy += 1) {
      const path = pathOf(name);
      await writeFile(path, '');
      expect(basename(path).isWellFormed()).toBe(true);
      if (/\.\w{3,4}$/.test(name)) expect(path.endsWith(name.slice(-4))).toBe(true);
    }
  }
});

test.each([
  ['receipt.json', 'receipt.json'],
  ['letter.txt receipt.slip', 'letter.txt receipt.slip'],
  ['look-ups.CSV', 'look-ups.CSV'],
  ['setup.exe', 'setup.exe.txt'],
  ['start.desktop', 'start.desktop.txt'],
  ['page.html', 'page.html.txt'],
  ['a.pdf.lnk', 'a.pdf.lnk.txt'],
  ['a.exe. . ', 'a.exe____.txt'],
  ['run', 'run.txt'],
  ['.pdf', '_pdf.txt'],
  [`${'x'.repeat(300)}.txt`, `${'x'.repeat(236)}.txt`],
])('what a page saves as %j is saved as %j: nothing that opens by running', (name, saved) => {
  expect(basename(pathOf(harmlessName(name)))).toBe(saved);
});

test('no name leads out of the folder', async () => {
  for (const name of ['../../evil', '..', '.', '', '/etc/passwd', '..\\..\\evil', 'C:\\evil', 'a\u0000b', 'x/..']) {
    const path = pathOf(name);
    expect(dirname(path)).toBe(folder);
    await writeFile(path, '');
    expect(existsSync(path)).toBe(true);
  }
});

test.each([
  ['photo\u202egpj.exe', 'photo_gpj.exe'],
  ['a\u200bb\u2066c\ufeff.json', 'a_b_c_.json'],
  ['10:30 <a> "b" |c?*.txt', '10_30 _a_ _b_ _c__.txt'],
  ['report.txt:hidden', 'report.txt_hidden'],
  ['CON', '_CON'],
  ['nul.json', '_nul.json'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['LPT\u00b9 .pdf', '_LPT\u00b9 .pdf'],
  ['CONIN$', '_CONIN$'],
  ['console.txt', 'console.txt'],
  ['ends in dots. . .', 'ends in dots_____'],
  [' blanks .txt ', ' blanks .txt_'],
  ['.htaccess', '_htaccess'],
  ['--force', '_force'],
  ['a\\b.txt', 'a_b.txt'],
  ['dir\\sub', 'dir_sub'],
  ['...', '___'],
  ['', 'Unnamed'],
  ['\u202e\u202d', '__'],
  ['\u3164\u2800\uffa0.json', '___.json'],
  ['\u3164\u115f\u1160\u180e', '____'],
  ['invoice.pdf\u2003\u2003\u3000  .txt', 'invoice.pdf .txt'],
  ['half\ud800.txt', 'half_.txt'],
  ['e\u0301.txt', 'e\u0301.txt'],
  ['\ud83d\udc68\u200d\ud83d\udc67.png', '\ud83d\udc68\u200d\ud83d\udc67.png'],
])('%j is saved as %j, on all three systems', (name, saved) => {
  expect(basename(pathOf(name))).toBe(saved);
});

test.each([
  ['.htaccess', '.htaccess', false],
  ['-x  y.txt', '-x  y.txt', false],
  [' a.txt', ' a.txt', false],
  ['a\\b.txt', 'a_b.txt', true],
  ['...', '___', true],
  ['line\nend', 'line_end', true],
])('%j that the user submitted comes back as %j', (name, saved, isRenamed) => {
  expect(freePath(folder, name, 'user')).toEqual({ path: join(folder, saved), isRenamed });
});

test('a long name that is cut at a dot or a blank does not end in it', () => {
  expect(basename(pathOf(`${'x'.repeat(239)} ${'y'.repeat(30)}`))).toBe('x'.repeat(239));
});

test('a long name has room for a number', async () => {
  await writeFile(pathOf('é'.repeat(300)), '');
  expect(basename(pathOf('é'.repeat(300)))).toMatch(/^é{100,120} \(1\)$/);
});

test.skipIf(process.platform === 'win32')('a link to nowhere is written over as little as a file', () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'a.json'));
  expect(pathOf('a.json')).toBe(join(folder, 'a (1).json'));
});

test('a name of millions of dots and blanks in its middle is as quickly made as any', () => {
  const name = `${'. '.repeat(1_000_000)}x`;
  expect(Buffer.byteLength(basename(pathOf(name)))).toBeLessThanOrEqual(255);
});
