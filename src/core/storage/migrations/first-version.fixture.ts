import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';

/** A database of the first version, with one account. */
export function firstVersion(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(migrations[0] ?? '');
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, found, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '{}', '2026-05-03T12:00:00.000Z')`,
  );
  return database;
}
