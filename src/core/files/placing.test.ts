import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { placeAt } from './placing.ts';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-placing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, from: join(folder, 'hidden'), to: join(folder, 'letter.txt') };
}

test('a file gets its name, and the hidden one is gone', async () => {
  const { folder, from, to } = place();
  writeFileSync(from, 'A letter');
  expect(await placeAt(from, to)).toBe('placed');
  expect(readdirSync(folder)).toEqual(['letter.txt']);
});

test('no name is taken from a file, a folder or a link to nowhere', async () => {
  const { from, to } = place();
  writeFileSync(from, 'A letter');
  writeFileSync(to, 'mine');
  expect(await placeAt(from, to)).toBe('taken');
  rmSync(to);
  mkdirSync(to);
  expect(await placeAt(from, to)).toBe('taken');
  expect(readFileSync(from, 'utf8')).toBe('A letter');
});

test('after a kill between the two names, or right after the last, it is placed', async () => {
  const { folder, from, to } = place();
  writeFileSync(from, 'A letter');
  linkSync(from, to);
  expect(await placeAt(from, to)).toBe('placed');
  expect(await placeAt(from, to)).toBe('placed');
  expect(readdirSync(folder)).toEqual(['letter.txt']);
  rmSync(to);
  expect(await placeAt(from, to)).toBe('gone');
});

test('a folder is there at once and whole', async () => {
  const { folder, from, to } = place();
  mkdirSync(join(from, 'sub'), { recursive: true });
  writeFileSync(join(from, 'sub', 'a'), '');
  expect(await placeAt(from, to)).toBe('placed');
  const inside = ['letter.txt', join('letter.txt', 'sub'), join('letter.txt', 'sub', 'a')];
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(inside);
});

describe('on another disk', () => {
  const own = statSync(tmpdir()).dev;
  const disk = ['/dev/shm', '/var/tmp'].find((folder) => existsSync(folder) && statSync(folder).dev !== own);

  function farPlace() {
    const { from } = place();
    const folder = mkdtempSync(join(disk ?? '', 'dropslip-placing-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return { folder, from, to: join(folder, 'letter.txt') };
  }

  test.skipIf(disk === undefined)('a file is copied whole, and nothing else is left on either', async () => {
    const { folder, from, to } = farPlace();
    writeFileSync(from, 'A letter');
    expect(await placeAt(from, to)).toBe('placed');
    expect(readFileSync(to, 'utf8')).toBe('A letter');
    expect([readdirSync(folder), existsSync(from)]).toEqual([['letter.txt'], false]);
  });

  test.skipIf(disk === undefined)('a folder is copied whole, with who may read it', async () => {
    const { folder, from, to } = farPlace();
    mkdirSync(join(from, 'sub', 'empty'), { recursive: true });
    writeFileSync(join(from, 'sub', 'a'), 'A letter');
    chmodSync(from, 0o700);
    expect(await placeAt(from, to)).toBe('placed');
    expect(readFileSync(join(to, 'sub', 'a'), 'utf8')).toBe('A letter');
    expect([statSync(to).mode & 0o777, existsSync(join(to, 'sub', 'empty'))]).toEqual([0o700, true]);
    expect([readdirSync(folder), existsSync(from)]).toEqual([['letter.txt'], false]);
  });

  test.skipIf(disk === undefined)('a link that has the name is not written through', async () => {
    const { folder, from, to } = farPlace();
    writeFileSync(from, 'A letter');
    symlinkSync(join(folder, 'elsewhere'), to);
    expect(await placeAt(from, to)).toBe('taken');
    expect(readdirSync(folder)).toEqual(['letter.txt']);
  });
});
