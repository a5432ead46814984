import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readStartArguments, withoutAppFolder } from './start-arguments.ts';

const folder = resolve('/home/ada');
const read = (...given: readonly string[]) => readStartArguments(['dropslip', ...given], folder);

test('paths are where the start was made, whether they were given as such, from there, or as addresses', () => {
  const letter = join(folder, 'a letter.txt');
  expect(read('a letter.txt').paths).toEqual([letter]);
  expect(read(letter).paths).toEqual([letter]);
  expect(read(pathToFileURL(letter).href).paths).toEqual([letter]);
  expect(read('../grace/b.txt', './c.txt').paths).toEqual([resolve('/home/grace/b.txt'), join(folder, 'c.txt')]);
});

test.skipIf(process.platform === 'win32')('a name may have a colon', () => {
  expect(read('copy-2026-01-01T10:00.tar').paths).toEqual([join(folder, 'copy-2026-01-01T10:00.tar')]);
});

test('switches are no paths, but what stands behind two hyphens is', () => {
  expect(read('--no-sandbox', '-psn_0_1', 'a.txt', '--lang=de').paths).toEqual([join(folder, 'a.txt')]);
  expect(read('--', '-odd name.txt').paths).toEqual([join(folder, '-odd name.txt')]);
});

test('links, and addresses of anything but a file on this computer, are no files', () => {
  for (const given of [
    'dropslip://submission/0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01',
    'DROPSLIP:x',
    'https://example.org/a.txt',
    'file://elsewhere/a.txt',
    'file:///%00',
    'file:///a%2Fb',
    '',
    'a\0b',
  ]) {
    if (process.platform === 'win32' && given.startsWith('file://elsewhere')) continue;
    expect(read(given).paths, JSON.stringify(given)).toEqual([]);
  }
});

test('a start at login and one after an update that failed are read from their switches', () => {
  expect(read('--background')).toEqual({ paths: [], inBackground: true, isUpdateMissing: false });
  expect(read('--update-not-installed').isUpdateMissing).toBe(true);
  expect(read('--', '--background').inBackground).toBe(false);
});

test('the folder of an app that runs from its sources is none of its files', () => {
  const argv = ['electron', '--no-sandbox', '/src/dropslip', 'a.txt'];
  expect(readStartArguments(withoutAppFolder(argv, false), folder).paths).toEqual([join(folder, 'a.txt')]);
  expect(withoutAppFolder(['dropslip', 'a.txt'], true)).toEqual(['dropslip', 'a.txt']);
});
