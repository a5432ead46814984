import { closeSync, openSync, readSync } from 'node:fs';
import { migrations } from '../migrations/migrations.ts';
import { DatabaseSync } from '../sqlite.ts';

/**
 * Why a file that SQLite refuses, with words of formats it does not know or of a disk that cannot be written, is a damaged
 * one; null where its header says nothing but what each file of Dropslip's says (sqlite.org/fileformat.html, 1.3).
 */
export function whyHeaderIsDamaged(path: string): string | null {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, header, 0, header.length, 0) < header.length) return null;
  } finally {
    closeSync(file);
  }
  const [writeVersion, readVersion] = [header.readUInt8(18), header.readUInt8(19)];
  const isPlain =
    isWithin(writeVersion, 1, 2) &&
    isWithin(readVersion, 1, 2) &&
    isWithin(header.readUInt32BE(44), 1, 4) &&
    // UTF-8
    header.readUInt32BE(56) === 1;
  return isPlain ? null : 'The first bytes of the data file are damaged.';
}

/**
 * Why the version that a database gives itself cannot be its own: its tables are those of the current one. Migrations
 * that were run upon that would end every start, or change what they have changed before. Null where it may be.
 */
export function whyVersionIsDamaged(database: DatabaseSync, version: number): string | null {
  const current = migrations.length;
  if (version === current || tablesOf(database) !== tablesAt(current)) return null;
  // Of an earlier version with the very same tables: then the migrations between change rows alone, and are due.
  if (version < current && tablesAt(version) === tablesAt(current)) return null;
  return `The data file says that it has version ${version}, but its tables have version ${current}.`;
}

/** Whether this version of Dropslip can go on from a database: it is no newer one's, and no table is missing. */
export function canGoOnFrom(database: DatabaseSync): boolean {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (!isWithin(version, 1, migrations.length)) return false;
  const names = new Set(namesIn(database));
  return namesAt(version).every((name) => names.has(name));
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

const tablesAt = (version: number): string => ofEmpty(version, tablesOf);
const namesAt = (version: number): readonly string[] => ofEmpty(version, namesIn);

/** What a database of this version is in which nothing is. */
function ofEmpty<Found>(version: number, look: (database: DatabaseSync) => Found): Found {
  const database = new DatabaseSync(':memory:');
  try {
    for (const migration of migrations.slice(0, version)) database.exec(migration);
    return look(database);
  } finally {
    database.close();
  }
}

function namesIn(database: DatabaseSync): readonly string[] {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`);
  return tables.all().map(({ name }) => String(name));
}

function tablesOf(database: DatabaseSync): string {
  const all = database.prepare(
    `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY type, name`,
  );
  return JSON.stringify(all.all());
}
