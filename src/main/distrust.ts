import type { DatabaseSync } from 'node:sqlite';
import { distrustCredentials } from './accounts/index.ts';
import { distrustDeposits } from './deposits/index.ts';
import { distrustQueue } from './submissions/index.ts';

/**
 * Marks all that a database cannot know which took the place of a later one (`takenAt`, `restoredAt`: UTC instants). Within
 * a transaction of the caller's: it moves the step by which that database is told from the latest.
 */
export function distrustPutBack(database: DatabaseSync, takenAt: string, restoredAt: string): void {
  distrustQueue(database, takenAt, restoredAt);
  distrustDeposits(database, takenAt, restoredAt);
  distrustCredentials(database);
}
