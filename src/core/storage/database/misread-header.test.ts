import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, openOrTellDamage, orTellDamagedVersion, soundCopy, takeCopy } from '../index.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'misread-header-'));
  path = join(folder, 'dropslip.db');
  openDatabase(path).close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const changed = (change: (bytes: Buffer) => void, file = path): void => {
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
};

const started = () => orTellDamagedVersion(path, () => openOrTellDamage(path));

function run(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function versionIn(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  database.close();
  return version;
}

describe('a data file whose header is damaged is told as that, with no bit of it changed', () => {
  test.each([
    ['the format of its tables', (bytes: Buffer) => bytes.writeUInt8(68, 47)],
    ['its version, which is that of an earlier one now', (bytes: Buffer) => bytes.writeUInt32BE(1, 60)],
  ])('%s', (_, change) => {
    changed(change);
    const before = readFileSync(path);
    expect(started()).toEqual({ kind: 'damaged', why: expect.stringMatching(/The (first bytes|data file)/) });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('its version, which is that of a later one now, while a good copy lies beside it', async () => {
    await takeCopy(path, Date.now());
    changed((bytes) => bytes.writeUInt8(bytes.readUInt8(62) ^ 4, 62));
    const before = readFileSync(path);
    expect(started()).toEqual({ kind: 'damaged', why: expect.stringContaining('its tables have version') });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('what a newer Dropslip wrote is left to that', () => {
  test('with tables of its own, also while a good copy lies beside it', async () => {
    await takeCopy(path, Date.now());
    run(path, `CREATE TABLE news (text TEXT) STRICT; PRAGMA user_version = ${versionIn(path) + 1}`);
    expect(started).toThrow(/newer Dropslip/);
  });

  test('with the tables of now, where there is no copy', () => {
    run(path, `PRAGMA user_version = ${versionIn(path) + 1}`);
    expect(started).toThrow(/newer Dropslip/);
  });
});

describe('no good copy is', () => {
  test.each([
    ['one of a newer version', () => `PRAGMA user_version = ${versionIn(path) + 1}`],
    ['one that lacks a table', () => 'DROP TABLE deposits'],
  ])('%s', async (_, sql) => {
    await takeCopy(path, Date.now());
    expect(soundCopy(path)).not.toBeNull();
    run(`${path}.copy`, sql());
    expect(soundCopy(path)).toBeNull();
  });

  test('a data file that was put there by hand, without the instant at which it was taken', () => {
    copyFileSync(path, `${path}.copy`);
    expect(soundCopy(path)).toBeNull();
  });
});
