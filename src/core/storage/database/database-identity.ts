import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Settings } from '../settings.ts';

const START = 'start';

/** Writes a name of its own for a start: what two starts that began from the same file write is told apart by it. Within a transaction. */
export function nameStart(database: DatabaseSync): void {
  new Settings(database).put(START, randomBytes(8).toString('hex'));
}

/** The name of the last start that advanced the sequence in it. Null before the first that had one. */
export function startOf(database: DatabaseSync): string | null {
  try {
    const name = new Settings(database).text(START);
    return name !== null && /^[0-9a-f]{16}$/.test(name) ? name : null;
  } catch {
    return null;
  }
}

/** What has another one is no earlier or later state of it. Null where it cannot be read. */
export function identityOf(database: DatabaseSync): string | null {
  try {
    const id = database.prepare('SELECT id FROM database_identity').get()?.id;
    return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}
