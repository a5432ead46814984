import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePath, harmlessName } from '../file-names.ts';
import { savedName } from './calls.ts';
import { closeRecords, openRecordsRig } from './records.fixture.ts';
import { newExport } from './records.ts';

let userData: string;
let exports: string;
beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'exports-'));
  exports = join(userData, 'exports');
});
afterEach(async () => {
  await closeRecords();
  rmSync(userData, { recursive: true, force: true });
});

test('a start removes the exports that an earlier one left, and nothing else that lies in a folder of that name', async () => {
  writeFileSync(newExport(exports, 'csv'), 'left');
  writeFileSync(newExport(exports, 'json'), 'left');
  mkdirSync(join(exports, 'photos'));
  writeFileSync(join(exports, 'thesis.csv'), 'mine');
  await openRecordsRig({ exportFolder: exports });
  expect(readdirSync(exports).sort()).toEqual(['photos', 'thesis.csv']);
});

test.skipIf(process.platform === 'win32')('nothing is removed or written through a link', async () => {
  const documents = join(userData, 'Documents');
  writeFileSync(newExport(documents, 'csv'), 'mine');
  symlinkSync(documents, exports);
  await openRecordsRig({ exportFolder: exports });
  expect(() => newExport(exports, 'csv')).toThrow('A link is in the place of a folder');
  expect(readdirSync(documents)).toHaveLength(1);
  expect(readdirSync(userData).sort()).toEqual(['Documents', 'exports']);
});

test('the person’s copy says whose it is and of which day, under a name that every system takes', () => {
  const saved = (account: string): string => {
    const name = harmlessName(savedName(account, '2026-05-03', 'csv'));
    return basename(freePath(userData, name).path);
  };
  expect(saved('Work')).toBe('Spending Work 2026-05-03.csv');
  expect(saved('Anna’s / “Büro” 1:2')).toBe('Spending Anna’s _ “Büro” 1_2 2026-05-03.csv');
  expect(saved('..\\..\\.ssh')).toBe('Spending .._.._.ssh 2026-05-03.csv');
  expect(saved('漢'.repeat(100))).toMatch(/^Spending 漢+… 2026-05-03\.csv$/);
  expect(saved('\ud83d')).toMatch(/ 2026-05-03\.csv$/);
});
