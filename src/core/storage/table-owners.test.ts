import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrations } from './schema.ts';

const main = join(import.meta.dirname, '..');

/** Whose rows they are: nobody else reads or writes them. What only counts or copies all tables names none. */
const owners: Readonly<Record<string, string>> = {
  submissions: 'submissions/journal',
  attempts: 'submissions/journal',
  former_submissions: 'submissions/journal',
  content_files: 'submissions/content',
  payload_limits: 'submissions/sending',
  records: 'records',
  record_syncs: 'records',
  record_pages: 'records',
  token_lists: 'balances',
  token_choices: 'balances',
  deposits: 'deposits',
  credit_orders: 'deposits',
  accounts: 'accounts',
  credentials: 'accounts',
  lookup_recent: 'lookup',
  retrievals: 'retrieval',
  settings: 'storage',
  attempt_sequence: 'storage',
  database_identity: 'storage',
};

const naming = /\b(?:FROM|JOIN|INTO|UPDATE(?: OR \w+)?|TABLE) "?(\w+)/g;
const isSchema = (path: string): boolean => path === 'storage/schema.ts';

/** Tables that a production file names in its SQL. */
function tablesNamedIn(path: string): readonly string[] {
  const source = readFileSync(join(main, path), 'utf8');
  const named = [...source.matchAll(naming)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => name in owners);
}

const files = globSync('**/*.ts', { cwd: main })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(?:test|fixture)\.ts$/.test(path) && !isSchema(path));

test('a table stands in the SQL of the room alone that it belongs to', () => {
  const strange = files.flatMap((path) =>
    tablesNamedIn(path)
      .filter((table) => !path.startsWith(`${owners[table]}/`))
      .map((table) => `${path} names ${table}, of ${owners[table]}`),
  );
  expect(strange).toEqual([]);
});

test('every table has an owner', () => {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'`)
    .all();
  database.close();
  expect(tables.map(({ name }) => String(name)).sort()).toEqual(Object.keys(owners).sort());
});
