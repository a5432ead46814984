import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';

/** A database of the first version, with one account. */
function firstVersion(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(migrations[0] ?? '');
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, found, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '{}', '2026-05-03T12:00:00.000Z')`,
  );
  return database;
}

test('what an earlier version called not submitted after a failure of the service’s own is uncertain', () => {
  const database = firstVersion();
  const insert = database.prepare(
    `INSERT INTO items (account_id, path, name, added_at, state) VALUES ('a', ?, ?, '2026-05-03T12:00:00.000Z', ?)`,
  );
  const attempt = database.prepare(
    `INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, ended_at, outcome)
     VALUES (?, ?, '2026-05-03T12:00:00.000Z', 1, ?, ?)`,
  );
  const rejected = (code: string): string =>
    JSON.stringify({ kind: 'rejected', reason: { code, message: 'Why.', detail: 'HTTP 500' } });
  insert.run('/failed', 'failed', rejected('server-error'));
  insert.run('/large', 'large', rejected('too-large'));
  attempt.run(1, 1, '2026-05-03T12:00:05.000Z', 'refused');
  attempt.run(1, 2, '2026-05-03T12:00:09.000Z', 'refused');
  attempt.run(2, 1, '2026-05-03T12:00:05.000Z', 'refused');
  for (const migration of migrations.slice(1)) database.exec(migration);
  const states = database.prepare('SELECT name, state, state_kind FROM items ORDER BY id').all();
  expect(states.map(({ state_kind }) => state_kind)).toEqual(['unsettled', 'rejected']);
  expect(JSON.parse(String(states[0]?.state))).toMatchObject({
    since: '2026-05-03T12:00:09.000Z',
    reason: { code: 'server-error', message: 'Why.', detail: 'HTTP 500' },
    check: { kind: 'checking' },
  });
  expect(
    database
      .prepare('SELECT outcome FROM attempts ORDER BY item_id, number')
      .all()
      .map(({ outcome }) => outcome),
  ).toEqual(['refused', 'unknown', 'refused']);
  database.close();
});

test('a deposit that an earlier version called refused after a failure of the service’s own is unknown', () => {
  const database = firstVersion();
  const insert = database.prepare(
    `INSERT INTO deposits (account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight)
     VALUES ('a', ?, '0x', '1', '1', '2026-05-03T12:00:00.000Z', ?, '[]', '{}')`,
  );
  for (const code of ['server-error', 'rejected']) {
    const reason = { code, message: 'Why.' };
    insert.run(code, JSON.stringify({ kind: 'refused', at: '2026-05-03T12:00:05.000Z', reason }));
  }
  for (const migration of migrations.slice(1)) database.exec(migration);
  const states = database.prepare('SELECT state FROM deposits ORDER BY id').all();
  expect(states.map(({ state }): unknown => JSON.parse(String(state)))).toEqual([
    { kind: 'unknown', since: '2026-05-03T12:00:05.000Z', reason: { code: 'server-error', message: 'Why.' } },
    { kind: 'refused', at: '2026-05-03T12:00:05.000Z', reason: { code: 'rejected', message: 'Why.' } },
  ]);
  database.close();
});
