import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noKeys } from '../../../shared/bridge/lookup.ts';
import { ownFileQueries } from '../records.fixture.ts';
import { search } from '../search/search.ts';
import { OwnFiles } from './own-files.ts';

let database: DatabaseSync;
let files: OwnFiles;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE submissions (id INTEGER PRIMARY KEY, account_id TEXT, submission_id TEXT, name TEXT,
    folder TEXT, size INTEGER, added_at TEXT, keccak256 TEXT, blake2b256 TEXT, sha256 TEXT)`);
  write(1, 'draft.txt', null);
  files = new OwnFiles(database, ownFileQueries);
});
afterEach(() => database.close());

function write(id: number, name: string, submissionId: string | null): void {
  database
    .prepare('INSERT OR REPLACE INTO submissions VALUES (?, ?, ?, ?, NULL, 7, ?, NULL, NULL, NULL)')
    .run(id, 'a', submissionId, name, '2026-01-01T00:00:00Z');
}

const named = (name: string) => search([files.all()], { ...noKeys, name }, 5);

test('a file that is written again is found by what it is now, and no longer by what it was', () => {
  expect(named('draft')).toHaveLength(1);
  expect(files.withReceipt('a', 'receipt')).toBeNull();
  write(1, 'final.txt', 'receipt');
  expect(files.changed([1])).toMatchObject([{ accountId: 'a', submissionId: 'receipt' }]);
  expect(named('final')).toHaveLength(1);
  expect(named('draft')).toEqual([]);
  expect(files.all()).toHaveLength(1);
  expect(files.withReceipt('a', 'receipt')).toEqual({ name: 'final.txt', folder: null, size: 7 });
});

test('nothing of an account that was taken away is found, whatever is written later', () => {
  expect(named('draft')).toHaveLength(1);
  files.forget('a');
  write(2, 'draft 2.txt', 'late');
  expect(files.changed([1, 2])).toMatchObject([{ submissionId: 'late' }]);
  expect(named('draft')).toEqual([]);
  expect(files.withReceipt('a', 'late')).toBeNull();
});
