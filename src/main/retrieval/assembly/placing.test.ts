import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placeAt } from './placing.ts';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-placing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, from: join(folder, 'hidden'), to: join(folder, 'letter.txt') };
}

test('a file gets its name, and the hidden one is gone', () => {
  const { folder, from, to } = place();
  writeFileSync(from, 'A letter');
  expect(placeAt(from, to)).toBe('placed');
  expect(readdirSync(folder)).toEqual(['letter.txt']);
});

test('no name is taken from a file, a folder or a link to nowhere', () => {
  const { from, to } = place();
  writeFileSync(from, 'A letter');
  writeFileSync(to, 'mine');
  expect(placeAt(from, to)).toBe('taken');
  rmSync(to);
  mkdirSync(to);
  expect(placeAt(from, to)).toBe('taken');
  expect(readFileSync(from, 'utf8')).toBe('A letter');
});

test('after a kill between the two names, or right after the last, it is placed', () => {
  const { folder, from, to } = place();
  writeFileSync(from, 'A letter');
  linkSync(from, to);
  expect(placeAt(from, to)).toBe('placed');
  expect(placeAt(from, to)).toBe('placed');
  expect(readdirSync(folder)).toEqual(['letter.txt']);
  rmSync(to);
  expect(placeAt(from, to)).toBe('gone');
});

test('a folder is there at once and whole', () => {
  const { folder, from, to } = place();
  mkdirSync(join(from, 'sub'), { recursive: true });
  writeFileSync(join(from, 'sub', 'a'), '');
  expect(placeAt(from, to)).toBe('placed');
  const inside = ['letter.txt', join('letter.txt', 'sub'), join('letter.txt', 'sub', 'a')];
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(inside);
});
