import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrations } from '../../storage/schema.ts';
import { EarlierSubmissions } from './earlier-submissions.ts';

const at = '2026-05-03T12:00:00.000Z';

function journalWith(
  attempts: readonly { readonly outcome: string; readonly whole: 0 | 1; readonly detail?: string }[],
) {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '${at}');
     INSERT INTO submissions (account_id, path, name, added_at, state) VALUES ('a', '/f', 'f', '${at}', '{"kind":"waiting"}')`,
  );
  const insert = database.prepare(
    `INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, ended_at, outcome, detail)
     VALUES (1, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [index, { outcome, whole, detail = null }] of attempts.entries()) {
    insert.run(index + 1, at, whole, at, outcome, detail);
  }
  return { database, earlierSubmissions: new EarlierSubmissions(database) };
}

test('a delayed submission is remembered when its file is sent again, however it was found', () => {
  const { database, earlierSubmissions } = journalWith([{ outcome: 'unknown', whole: 1 }]);
  const write = database.prepare('UPDATE submissions SET submission_id = ? WHERE id = 1');
  for (const submissionId of [null, 'delayed', 'delayed', null, 'another', null]) write.run(submissionId);
  database.exec('DELETE FROM submissions');
  expect(earlierSubmissions.formerIds('a')).toEqual(['another', 'delayed']);
  expect(earlierSubmissions.isFormer('a', 'delayed')).toBe(true);
  expect(earlierSubmissions.isFormer('b', 'delayed')).toBe(false);
  expect(earlierSubmissions.idsElsewhere('b', ['another', 'stranger'])).toEqual(new Set(['another']));
});

test('a receipt of others in another account does not say whose a submission is', () => {
  const { database, earlierSubmissions } = journalWith([]);
  database.exec(`UPDATE submissions SET submission_id = 'slip', desk = 'Anna'`);
  expect(earlierSubmissions.idsElsewhere('b', ['slip'])).toEqual(new Set());
});

test.each([
  ['refused', 1, 1],
  ['unknown', 1, 1],
  ['interrupted', 1, 1],
  ['under-way', 1, 1],
  ['interrupted', 0, 0],
  ['not-sent', 1, 0],
  ['accepted', 1, 0],
] as const)(
  'an attempt that ended as %s, with its last bytes sent: %i, is searched for: %i',
  (outcome, whole, found) => {
    expect(journalWith([{ outcome, whole }]).earlierSubmissions.sentAttempts(1)).toHaveLength(found);
  },
);

test('hashes beside a lone Keccak-256 are unknown, because another file may have the same bytes', () => {
  const { database, earlierSubmissions } = journalWith([]);
  const known = (keccak256: string | null, blake2b256: string | null) => {
    database.prepare('UPDATE submissions SET keccak256 = ?, blake2b256 = ?').run(keccak256, blake2b256);
    return [...earlierSubmissions.hashesBeside(['k', 'b'])].sort();
  };
  expect(known('k', null)).toEqual([]);
  expect(known(null, 'b')).toEqual([['b', ['b']]]);
  expect(known('k', 'b')).toEqual([
    ['b', ['b', 'k']],
    ['k', ['b', 'k']],
  ]);
});
