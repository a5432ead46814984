import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import { OwnFiles } from './own-files.ts';
import { ownFileQueries } from './records.fixture.ts';
import { hitsOf, matchingFiles } from './search.ts';

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

const found = (keys: Partial<LookupKeys>) => hitsOf(matchingFiles(files.all(), { ...noKeys, ...keys }), 5);
const named = (name: string) => found({ name });

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

test('a part is found by its hashes alone, and names the record that it shares with its row', () => {
  const hash = 'c5'.repeat(32);
  database.exec('ALTER TABLE submissions ADD COLUMN part_level INTEGER');
  database.exec('ALTER TABLE submissions ADD COLUMN part_number INTEGER');
  database.exec('ALTER TABLE submissions ADD COLUMN part_total INTEGER');
  const all = 'SELECT * FROM submissions';
  const some = `${all} WHERE id IN (SELECT value FROM json_each(?))`;
  files = new OwnFiles(database, { all, some, like: ownFileQueries.like });
  database.exec(`UPDATE submissions SET submission_id = 'manifest'`);
  const part = database.prepare(
    `INSERT INTO submissions VALUES (?, 'a', ?, 'draft.txt', NULL, 7, '2026-01-01T00:00:00Z', ?, NULL, NULL, ?, ?, NULL)`,
  );
  part.run(2, 'first', `0x${hash}`, 0, 1);
  part.run(3, 'manifest', null, 1, 2);
  expect(named('draft')).toHaveLength(1);
  expect(found({ hex: hash.slice(0, 12) })).toMatchObject([{ row: { id: 2 } }]);
  expect(files.withReceipt('a', 'first')).toMatchObject({
    name: 'draft.txt',
    part: { number: 1, kind: 'slice', total: null },
  });
  expect(files.withReceipt('a', 'manifest')).toMatchObject({ part: { number: 2, kind: 'manifest' } });
});
