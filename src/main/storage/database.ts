import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';

/**
 * Opens the app's database file and brings it to the current version.
 * WAL with `synchronous=FULL`: a commit that returned survives a power cut (sqlite.org/pragma.html#pragma_synchronous).
 * Throws when the file is not a database, is damaged, or was written by a newer version.
 */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > migrations.length) {
    throw new Error(
      `This data was written by a newer Dropslip (version ${version} of its database). Please update the app.`,
    );
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(migration);
      database.exec(`PRAGMA user_version = ${index + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}
