import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../core/storage/index.ts';
import { failed, unwritable } from './refusal-reason.ts';

const folder = '/home/somebody/.config/Dropslip';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('It did not throw.');
}

test.each([
  ['EROFS', false],
  ['EACCES', false],
  ['ENOSPC', true],
  ['EDQUOT', true],
])('a folder that cannot be written for %s, full: %s', (code, isFull) => {
  const detail = 'what the system says';
  expect(unwritable(folder, { code, detail })).toEqual({ code: 'unwritable', folder, isFull, detail });
});

test('a database that finds the disk full says that it is', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 1');
  const full = thrownBy(() => database.exec('CREATE TABLE a (b)'));
  expect(failed(folder, full)).toMatchObject({ code: 'unwritable', isFull: true });
  const noSpace = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  expect(failed(folder, noSpace)).toMatchObject({ code: 'unwritable', isFull: true });
  database.close();
});

test('a data folder that cannot be made says so, although Node says of a read-only disk that something is not there', () => {
  const missing = Object.assign(new Error('no such file or directory, mkdir'), { code: 'ENOENT', syscall: 'mkdir' });
  expect(failed(folder, missing)).toMatchObject({ code: 'unwritable', isFull: false });
});

test('data of a newer version says so in the words of what failed', () => {
  const data = mkdtempSync(join(tmpdir(), 'start-words-'));
  const database = openDatabase(join(data, 'dropslip.db'));
  database.exec('PRAGMA user_version = 999');
  database.close();
  const newer = thrownBy(() => openDatabase(join(data, 'dropslip.db')));
  const refusal = failed(folder, newer);
  expect(refusal).toMatchObject({ code: 'failed', isLocked: false, detail: expect.stringContaining('newer Dropslip') });
  expect(refusal).toMatchObject({ detail: expect.stringContaining('Please update the app.') });
  rmSync(data, { recursive: true });
});

test('something else in the place of a file says so', () => {
  const data = mkdtempSync(join(tmpdir(), 'start-words-'));
  mkdirSync(join(data, 'dropslip.db'));
  const thrown = thrownBy(() => openDatabase(join(data, 'dropslip.db')));
  const detail = expect.stringContaining(join(data, 'dropslip.db'));
  expect(failed(data, thrown)).toEqual({ code: 'unwritable', folder: data, isFull: false, detail });
  rmSync(data, { recursive: true });
});

test('what is no error is told all the same', () => {
  expect(failed(folder, 'just a word')).toEqual({ code: 'failed', folder, isLocked: false, detail: 'just a word' });
});
