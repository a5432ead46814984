import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newExport } from './export-folder.ts';
import { closeRecords, openRecordsRig } from './records.fixture.ts';

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
