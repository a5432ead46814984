import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../storage/index.ts';
import { failureWords, takenWords, unwritableWords } from './refusal-words.ts';

const folder = '/home/somebody/.config/Dropslip';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('It did not throw.');
}

test('a second start says whether what it was given has reached the first', () => {
  const told = takenWords(folder, { isLink: true, isHandedOver: true });
  expect(told).toMatchObject({ tone: 'info', message: 'Dropslip is already open' });
  expect(told.detail).toContain('Your link opens in its window.');
  const untold = takenWords(folder, { isLink: true, isHandedOver: false });
  expect(untold).toMatchObject({ tone: 'error', message: 'Another Dropslip is using this data folder' });
  expect(untold.detail).toContain('Your link was not opened');
  expect(untold.detail).toContain(folder);
  expect(takenWords(folder, { isLink: false, isHandedOver: false }).detail).not.toContain('link');
});

test.each([
  ['EROFS', 'write-protected'],
  ['EACCES', 'may not write'],
  ['ENOSPC', 'Free some space'],
  ['ERR_SQLITE_ERROR', 'may be full'],
])('a folder that cannot be written says for %s what to do, with the place and the system’s words', (code, remedy) => {
  const { message, detail } = unwritableWords(folder, { code, detail: 'what the system says' });
  expect(message).toBe(code === 'ENOSPC' ? 'The disk is full' : 'Dropslip cannot write in its data folder');
  for (const part of [remedy, folder, 'what the system says']) expect(detail).toContain(part);
});

test('a database that finds the disk full says that it is full', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 1');
  const full = thrownBy(() => database.exec('CREATE TABLE a (b)'));
  expect(failureWords(folder, full).message).toBe('The disk is full');
  expect(failureWords(folder, Object.assign(new Error('no space left'), { code: 'ENOSPC' })).message).toBe(
    'The disk is full',
  );
  database.close();
});

test('a data folder that cannot be made says so, although Node says of a read-only disk that something is not there', () => {
  const missing = Object.assign(new Error('no such file or directory, mkdir'), { code: 'ENOENT', syscall: 'mkdir' });
  expect(failureWords(folder, missing).message).toBe('Dropslip cannot write in its data folder');
});

test('data of a newer version says so in the words of what failed', () => {
  const data = mkdtempSync(join(tmpdir(), 'start-words-'));
  const database = openDatabase(join(data, 'dropslip.db'));
  database.exec('PRAGMA user_version = 999');
  database.close();
  const newer = thrownBy(() => openDatabase(join(data, 'dropslip.db')));
  const words = failureWords(folder, newer);
  expect(words).toMatchObject({ tone: 'error', message: 'Dropslip could not start' });
  expect(words.detail).toContain('newer Dropslip');
  expect(words.detail).toContain('Please update the app.');
  rmSync(data, { recursive: true });
});

test('something else in the place of a file says so, and what to do', () => {
  const data = mkdtempSync(join(tmpdir(), 'start-words-'));
  mkdirSync(join(data, 'dropslip.db'));
  const words = failureWords(
    data,
    thrownBy(() => openDatabase(join(data, 'dropslip.db'))),
  );
  expect(words.message).toBe('Dropslip cannot use its data folder');
  for (const part of ['Move that away', join(data, 'dropslip.db')]) expect(words.detail).toContain(part);
  rmSync(data, { recursive: true });
});

test('what is no error has words all the same', () => {
  expect(failureWords(folder, 'just a word').detail).toContain('just a word');
});
