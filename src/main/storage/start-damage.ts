import { lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isGone } from './damaged-database.ts';
import { NewerDatabase, type OpenedDatabase } from './database.ts';
import { soundCopy } from './database-copy.ts';
import { whyVersionIsDamaged } from './misread-header.ts';

/** A database that is gone while its copy is there. A link to a drive that is away is there too, and no copy takes its place. */
export function isTakenAway(path: string): boolean {
  return isGone(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

/**
 * What `open` answers. Where it refuses a database as a newer Dropslip's, and that has the very tables of this one's while a
 * good copy lies beside it, the number of its version is damaged, and so it is told.
 */
export function orTellDamagedVersion<Opened>(
  path: string,
  open: () => Opened,
): Opened | Extract<OpenedDatabase, { kind: 'damaged' }> {
  try {
    return open();
  } catch (error) {
    const why = error instanceof NewerDatabase && soundCopy(path) !== null ? whyVersionAt(path) : null;
    if (why === null) throw error;
    return { kind: 'damaged', why };
  }
}

function whyVersionAt(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return whyVersionIsDamaged(database, Number(database.prepare('PRAGMA user_version').get()?.user_version));
  } finally {
    database.close();
  }
}
