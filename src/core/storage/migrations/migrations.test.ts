import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { firstVersion } from './first-version.fixture.ts';
import { firstWith, migrations } from './migrations.ts';

const at = '2026-05-03T12:00:05.000Z';
/** What an earlier version wrote down of a refusal. */
const reason = (code: string, status: string, message = 'Why.') => ({
  code,
  message,
  detail: `POST https://service.example/v1/submit_raw_data\nHTTP ${status}\n{"error":"Said."}`,
});

/** One rejected file of each reason, each after two attempts that were refused; as they are afterwards. */
function filesAfter(reasons: readonly { readonly code: string; readonly message: string }[]) {
  const database = firstVersion();
  const insert = database.prepare(
    `INSERT INTO items (account_id, path, name, added_at, state) VALUES ('a', '/f', 'f', '2026-05-03T12:00:00.000Z', ?)`,
  );
  const attempt = database.prepare(
    `INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, ended_at, outcome)
     VALUES (?, ?, '2026-05-03T12:00:00.000Z', 1, ?, 'refused')`,
  );
  reasons.forEach((each, index) => {
    insert.run(JSON.stringify({ kind: 'rejected', reason: each }));
    attempt.run(index + 1, 1, '2026-05-03T12:00:01.000Z');
    attempt.run(index + 1, 2, at);
  });
  for (const migration of migrations.slice(1)) database.exec(migration);
  const outcomes = database.prepare('SELECT outcome FROM attempts WHERE local_id = ? ORDER BY number');
  const files = database
    .prepare('SELECT id, state, wish FROM submissions ORDER BY id')
    .all()
    .map(({ id, state, wish }) => ({
      state: JSON.parse(String(state)),
      wish,
      outcomes: outcomes.all(Number(id)).map(({ outcome }) => outcome),
    }));
  database.close();
  return files;
}

test('what an earlier version called not submitted after a failure or a redirect is uncertain, and not sent unasked', () => {
  const reasons = [
    reason('server-error', '500 Internal Server Error'),
    { code: 'server-error', message: 'Why.' },
    reason('not-final', '501 Not Implemented'),
    reason('rejected', '307 Temporary Redirect', 'The service’s address has moved. Check the account’s address.'),
    reason('insufficient-balance', '302 Found'),
  ];
  expect(filesAfter(reasons)).toEqual(
    reasons.map((each) => ({
      state: { kind: 'unsettled', since: at, reason: each, check: expect.objectContaining({ kind: 'checking' }) },
      wish: 'pause',
      outcomes: ['refused', 'unknown'],
    })),
  );
});

test('what a service refused in an earlier version stays refused', () => {
  const reasons = [
    reason('too-large', '413 Payload Too Large'),
    reason('rejected', '400 Bad Request'),
    { code: 'file-changed', message: 'Why.' },
  ];
  expect(filesAfter(reasons)).toEqual(
    reasons.map((each) => ({
      state: { kind: 'rejected', reason: each },
      wish: null,
      outcomes: ['refused', 'refused'],
    })),
  );
});

type DepositRow = { readonly state: object; readonly attempts: readonly object[] };

function depositsAfter(rows: readonly DepositRow[]): DepositRow[] {
  const database = firstVersion();
  const insert = database.prepare(
    `INSERT INTO deposits (account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight)
     VALUES ('a', ?, '0x', '1', '1', '2026-05-03T12:00:00.000Z', ?, ?, '{}')`,
  );
  rows.forEach(({ state, attempts }, index) => {
    insert.run(`${index}`, JSON.stringify(state), JSON.stringify(attempts));
  });
  for (const migration of migrations.slice(1)) database.exec(migration);
  const after = database
    .prepare('SELECT state, attempts FROM deposits ORDER BY id')
    .all()
    .map(({ state, attempts }) => ({ state: JSON.parse(String(state)), attempts: JSON.parse(String(attempts)) }));
  database.close();
  return after;
}

const tried = (number: number, outcome: string, detail: string | null) => ({
  number,
  startedAt: '2026-05-03T12:00:00.000Z',
  endedAt: at,
  outcome,
  detail,
});
const unknown = (why: object) => ({
  kind: 'unknown',
  since: at,
  reason: { ...why, message: 'It may have been registered all the same. Why.' },
});

test.each([
  ['server-error', '500 Internal Server Error'],
  ['not-final', '501 Not Implemented'],
  ['unavailable', '503 Service Unavailable'],
  ['rejected', '303 See Other'],
])('a deposit that an earlier version called refused for %s (%s) is unknown', (code, status) => {
  const why = reason(code, status);
  const attempts = [tried(1, 'not-sent', 'No way.'), tried(2, 'refused', why.detail)];
  expect(depositsAfter([{ state: { kind: 'refused', at, reason: why }, attempts }])).toEqual([
    { state: unknown(why), attempts: [attempts[0], { ...attempts[1], outcome: 'unknown' }] },
  ]);
});

test('a deposit that may have been registered at an earlier attempt is unknown, whatever became of the latest', () => {
  const failed = reason('server-error', '500 Internal Server Error').detail;
  const refused = reason('unauthorised', '401 Unauthorized');
  const unsent = { code: 'unreachable', message: 'Why.' };
  const rows = [
    { state: { kind: 'refused', at, reason: refused }, first: tried(1, 'unknown', null), last: 'refused' },
    { state: { kind: 'not-sent', at, reason: unsent }, first: tried(1, 'interrupted', null), last: 'not-sent' },
    { state: { kind: 'not-sent', at, reason: unsent }, first: tried(1, 'refused', failed), last: 'not-sent' },
  ];
  const before = rows.map(({ state, first, last }) => ({ state, attempts: [first, tried(2, last, null)] }));
  expect(depositsAfter(before).map(({ state }) => state)).toEqual([unknown(refused), unknown(unsent), unknown(unsent)]);
});

test('a deposit that was refused, never sent or registered stays so', () => {
  const refused = reason('rejected', '400 Bad Request');
  const rows = [
    { state: { kind: 'refused', at, reason: refused }, attempts: [tried(1, 'refused', refused.detail)] },
    {
      state: { kind: 'not-sent', at, reason: { code: 'unreachable', message: 'Why.' } },
      attempts: [tried(1, 'refused', refused.detail), tried(2, 'not-sent', 'No “way”.')],
    },
    {
      state: { kind: 'registered', at, answer: '{}' },
      attempts: [tried(1, 'unknown', null), tried(2, 'registered', null)],
    },
  ];
  expect(depositsAfter(rows)).toEqual(rows);
});

test('what was kept as left at another address stays so, with its attempts', () => {
  const database = firstVersion();
  database.exec(migrations[1] ?? '');
  database.exec(`
    INSERT INTO settings (name, value) VALUES ('left-behind:a', '[2]'), ('active-account', 'a');
    INSERT INTO items (account_id, path, name, added_at, state)
      VALUES ('a', '/f', 'f', '', '{"kind":"unsettled"}'), ('a', '/g', 'g', '', '{"kind":"unsettled"}');
    INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, outcome)
      VALUES (1, 1, '', 1, 'unknown'), (2, 1, '', 1, 'unknown');
  `);
  for (const migration of migrations.slice(2)) database.exec(migration);
  expect(database.prepare('SELECT local_id FROM attempts WHERE left_behind = 1').all()).toEqual([{ local_id: 2 }]);
  expect(database.prepare('SELECT name FROM settings').all()).toEqual([{ name: 'active-account' }]);
  database.close();
});

test('attempts of before they were numbered stand in no order, and kept records before all that begin from now on', () => {
  const database = firstVersion();
  const numbered = migrations.findIndex((migration) => migration.includes('attempt_sequence'));
  for (const migration of migrations.slice(1, numbered)) database.exec(migration);
  database.exec(`
    INSERT INTO items (account_id, path, name, added_at, state) VALUES ('a', '/f', 'f', '', '{"kind":"unsettled"}');
    INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, outcome, ended_at)
      VALUES (1, 1, '', 1, 'unknown', '${at}');
    INSERT INTO records (account_id, id, record, read_at) VALUES ('a', 'x', '{}', '');
  `);
  for (const migration of migrations.slice(numbered)) database.exec(migration);
  expect(database.prepare('SELECT begin_sequence, end_sequence FROM attempts').all()).toEqual([
    { begin_sequence: null, end_sequence: null },
  ]);
  expect(database.prepare('SELECT seen_sequence FROM records').all()).toEqual([{ seen_sequence: 0 }]);
  database.close();
});

test('how an earlier version said that a submission was settled is kept, and a person’s word as a fact', () => {
  const word = (id: string) => `You said on ${at} that it went through as ${id}.`;
  const read = 'The service’s record of it was read';
  const kept = [
    [`${word('7')} ${read} and does not contradict this file.`, 'confirmed'],
    [`${word('7')} ${read}, but its hash is of a kind that can’t be checked here.`, 'hash-unknown'],
    [`${word('7')} ${read}, but there was no hash to compare this file by.`, 'no-hash'],
    [`${word('7')} The service’s record of it could not be read with this account.`, 'unchecked'],
    ['Not settled yet. A record that may be this one has no hash yet.', null],
    [`${word('7')} Another ending.`, null],
  ] as const;
  const database = firstVersion();
  const insert = database.prepare(
    `INSERT INTO items (account_id, path, name, added_at, state, settlement)
     VALUES ('a', '/f', 'f', '${at}', '{"kind":"waiting"}', ?)`,
  );
  for (const [text] of kept) insert.run(text);
  insert.run(null);
  for (const migration of migrations.slice(1)) database.exec(migration);
  const notes = database.prepare('SELECT settlement FROM submissions ORDER BY id').all();
  database.close();
  const expected = kept.map(([text, check]) =>
    check === null ? { kind: 'in-words', text } : { kind: 'went-through', at, submissionId: '7', check },
  );
  expect(notes.map(({ settlement }) => JSON.parse(String(settlement)))).toEqual([...expected, null]);
});

/** The file of a database as it was before things had their names of now. */
function beforeNames(folder: string, rows: string): string {
  const path = join(folder, 'dropslip.db');
  const database = new DatabaseSync(path);
  for (const migration of migrations.slice(0, firstWith.namesOfThings - 1)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${firstWith.namesOfThings - 1}`);
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, found, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '{}', '2026-05-03T12:00:00.000Z'); ${rows}`,
  );
  database.close();
  return path;
}

test('a row whose state is no JSON any more keeps nobody from starting, and no other row from its new names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const item = (state: string) => `INSERT INTO items (account_id, path, name, added_at, state, settlement)
    VALUES ('a', '/f', 'f', '${at}', '${state}', 'Not settled yet.');`;
  const path = beforeNames(
    folder,
    item('{"kind":"cancelled","end":"HERE"}') + item('{"kind":"paused","why":{"kind":"beyond-stop-line"}}'),
  );
  const bytes = await readFile(path);
  // Its database refuses to write such a row; a disk does not.
  bytes.write(' ', bytes.indexOf('HERE"') + 4);
  await writeFile(path, bytes);
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  const rows = database.prepare('SELECT state, settlement FROM submissions ORDER BY id').all();
  expect(rows[0]).toEqual({ state: '{"kind":"cancelled","end":"HERE }', settlement: 'Not settled yet.' });
  expect(rows[1]?.state).toBe('{"kind":"paused","why":{"kind":"beyond-spending-limit"}}');
});

test.each([
  ['{"atOnce":2,"stopLine":"5"}', '{"atOnce":2,"spendingLimit":"5"}'],
  ['{"atOnce":2,"stopLine":null}', '{"atOnce":2,"spendingLimit":null}'],
  // There may have been a limit in these: they must not become settings that have none.
  ['{"atOnce":2,"stopLinf":"5"}', '{"atOnce":2,"stopLinf":"5"}'],
  ['{"atOnce":2', '{"atOnce":2'],
])('settings of a queue %s become %s', (before, after) => {
  const database = firstVersion();
  database.prepare(`INSERT INTO settings VALUES ('queue:a', ?)`).run(before);
  for (const migration of migrations.slice(1)) database.exec(migration);
  expect(database.prepare('SELECT value FROM settings').get()?.value).toBe(after);
  database.close();
});
