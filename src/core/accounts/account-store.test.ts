import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { AccountStore } from './account-store.ts';
import { practiceAccount } from './practice-account.ts';

/** Fits every column of text: those that hold JSON, and those that hold anything. */
const someText = '{"kind":"waiting"}';

test('an account goes with every row of every table that belongs to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'account-store-'));
  const database = openDatabase(join(folder, 'dropslip.db'));
  onTestFinished(async () => {
    database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const store = new AccountStore(database, new GroupCommit(database).commit);
  for (const id of ['gone', 'stays']) await store.add({ ...practiceAccount, id }, '2026-05-03T12:00:00Z');
  const tables = database
    .prepare(
      `SELECT DISTINCT tables.name FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys
       WHERE tables.type = 'table' AND keys."table" = 'accounts'`,
    )
    .all()
    .map(({ name }) => String(name));
  expect(tables.length).toBeGreaterThan(5);
  // The database counts there by itself what the others get.
  for (const table of tables) {
    const columns = database
      .prepare(`SELECT name, type FROM pragma_table_info('${table}') WHERE pk <> 1 OR type = 'TEXT'`)
      .all()
      .map(({ name, type }) => ({ name: String(name), type }));
    for (const id of ['gone', 'stays']) {
      const values = columns.map(({ name, type }) => {
        if (name === 'account_id') return id;
        if (table === 'credentials' && name === 'kind') return 'api-key';
        if (table === 'submissions' && name === 'wish') return null;
        if (table === 'submissions' && name === 'content') return 'file';
        return type === 'TEXT' ? someText : 1;
      });
      database
        .prepare(
          `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
           VALUES (${columns.map(() => '?').join(', ')})`,
        )
        .run(...values);
    }
  }
  await store.remove('gone');
  for (const table of tables) {
    const owners = database.prepare(`SELECT account_id FROM ${table}`).all();
    expect(owners, table).toEqual([{ account_id: 'stays' }]);
  }
});
