import { expect, test } from 'vitest';
import { firstVersion } from './first-version.fixture.ts';
import { migrations } from './migrations.ts';

test('what is on its way from an earlier version has had its yes, and what waits for one has not', () => {
  const database = firstVersion();
  const added = migrations.findIndex((migration) => migration.includes('ADD COLUMN agreed_submissions'));
  for (const migration of migrations.slice(1, added)) database.exec(migration);
  const insert = database.prepare(
    `INSERT INTO submissions (account_id, path, name, added_at, state, part_size, part_of)
     VALUES ('a', '/f', ?, '2026-05-03T12:00:00.000Z', ?, ?, ?)`,
  );
  insert.run('goes', '{"kind":"waiting"}', null, null);
  insert.run('again', '{"kind":"retrying"}', null, null);
  insert.run('held', '{"kind":"paused","why":{"kind":"unapproved"}}', null, null);
  insert.run('divided', '{"kind":"waiting"}', 8, null);
  insert.run('part', '{"kind":"waiting"}', null, 4);
  for (const migration of migrations.slice(added)) database.exec(migration);
  const agreed = database.prepare('SELECT name FROM submissions WHERE agreed_submissions > 1000000 ORDER BY id').all();
  expect(agreed.map(({ name }) => name)).toEqual(['goes', 'again']);
  database.close();
});

test('what an earlier version took for failed is delayed, with the time of its receipt and without its sentence', () => {
  const database = firstVersion();
  const added = migrations.findIndex((migration) => migration.includes("'delayed'"));
  for (const migration of migrations.slice(1, added)) database.exec(migration);
  const reason = { code: 'failed-in-service', message: 'The service gave up on it.', detail: 'TIMEOUT' };
  const insert = database.prepare(
    `INSERT INTO submissions (account_id, path, name, added_at, state, submission_id)
     VALUES ('a', '/f', 'f', '2026-05-03T12:00:00.000Z', ?, ?) RETURNING id`,
  );
  const answered = insert.get(JSON.stringify({ kind: 'failed', submissionId: 's', reason }), 's');
  insert.get(JSON.stringify({ kind: 'failed', submissionId: 'found', reason }), 'found');
  insert.get('{"kind":"cancelled"}', null);
  database
    .prepare(
      `INSERT INTO attempts (local_id, number, started_at, ended_at, whole_body_may_be_out, outcome, detail)
       VALUES (?, 1, '2026-05-03T12:00:01.000Z', '2026-05-03T12:00:02.000Z', 1, 'accepted', 's')`,
    )
    .run(Number(answered?.id));
  for (const migration of migrations.slice(added)) database.exec(migration);
  const rows = database.prepare('SELECT state FROM submissions ORDER BY id').all();
  const delayed = { kind: 'delayed', reason: { code: 'failed-in-service', detail: 'TIMEOUT' } };
  expect(rows.map(({ state }) => JSON.parse(String(state)))).toEqual([
    { ...delayed, submissionId: 's', at: '2026-05-03T12:00:02.000Z' },
    { ...delayed, submissionId: 'found', at: '2026-05-03T12:00:00.000Z' },
    { kind: 'cancelled' },
  ]);
  database.close();
});

test('a private file of an earlier version is known by its BLAKE2b-256, a folder by its list, and what cannot be read stays', () => {
  const database = firstVersion();
  const added = migrations.findIndex((migration) => migration.includes('submissions_by_blake2b256'));
  for (const migration of migrations.slice(1, added)) database.exec(migration);
  const copy = { identity: '0xkeccak', meant: { size: 1, blake2b256: '0xblake' } };
  const insert = database.prepare(
    `INSERT INTO submissions (account_id, path, name, added_at, state, content, encryption)
     VALUES ('a', '/f', 'f', '2026-05-03T12:00:00.000Z', '{"kind":"waiting"}', ?, ?)`,
  );
  insert.run('file', JSON.stringify({ readers: 1, copy }));
  insert.run('folder', JSON.stringify({ readers: 1, copy }));
  insert.run('file', JSON.stringify({ readers: 1, copy: null }));
  insert.run('file', '{"damaged');
  insert.run('file', null);
  for (const migration of migrations.slice(added)) database.exec(migration);
  const rows = database.prepare('SELECT encryption FROM submissions ORDER BY id').all();
  expect(rows.map(({ encryption }) => encryption)).toEqual([
    JSON.stringify({ readers: 1, copy: { ...copy, identity: '0xblake' } }),
    JSON.stringify({ readers: 1, copy }),
    JSON.stringify({ readers: 1, copy: null }),
    '{"damaged',
    null,
  ]);
  database.close();
});
