import type { DatabaseSync } from 'node:sqlite';

/**
 * Made with each database, or once for one of an earlier version, and given on by its copies. A page of its own, which is
 * written once: it is there or not, also in a file into which not all of its log was moved.
 */
export const databaseIdentity = `
  CREATE TABLE database_identity (id TEXT NOT NULL) STRICT;
  INSERT INTO database_identity VALUES (lower(hex(randomblob(16))));
  `;

/** What has another one is no earlier or later state of it. Null where it cannot be read. */
export function identityOf(database: DatabaseSync): string | null {
  try {
    const id = database.prepare('SELECT id FROM database_identity').get()?.id;
    return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}
