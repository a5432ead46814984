import type { DatabaseSync } from 'node:sqlite';
import type { Commit } from './group-commit.ts';

/**
 * The database's own sequence, which no clock can change: every write that must not be lost unnoticed advances it. It gives
 * attempts and records their order, and a file beside the database (`SequenceMark`) says how far it is.
 */

/** In SQL: the latest step of the sequence. */
export const lastSequenceSql = '(SELECT last FROM attempt_sequence)';

export function lastSequence(database: DatabaseSync): number {
  return Number(database.prepare('SELECT last FROM attempt_sequence').get()?.last ?? 0);
}

/** Beyond `seen`, too. Within a transaction. */
export function advanceSequence(database: DatabaseSync, seen = 0): void {
  database.prepare('UPDATE attempt_sequence SET last = max(last, ?) + 1').run(seen);
}

/** For writes that must not be lost unnoticed: a database without one of them is behind its mark. */
export function sequencedCommit(database: DatabaseSync, commit: Commit): Commit {
  const advance = database.prepare('UPDATE attempt_sequence SET last = last + 1');
  return (write) =>
    commit(() => {
      advance.run();
      write();
    });
}
