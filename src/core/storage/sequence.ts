import type { DatabaseSync } from 'node:sqlite';
import type { Commit } from './writes/group-commit.ts';

/**
 * The database's own sequence, which no clock can change: every write that must not be lost unnoticed advances it. What it
 * has come to is noted beside the database (`SequenceMark`), and stands with attempts and records, which are told by it.
 */

/** In SQL: what the sequence has come to. */
export const lastSequenceSql = '(SELECT last FROM attempt_sequence)';

export function lastSequence(database: DatabaseSync): number {
  return Number(database.prepare('SELECT last FROM attempt_sequence').get()?.last ?? 0);
}

/** Within a transaction. */
export function advanceSequence(database: DatabaseSync): void {
  database.exec('UPDATE attempt_sequence SET last = last + 1');
}

/** From here on the database is further than it was, and than `seen`. Within a transaction. */
export function advanceSequenceBeyond(database: DatabaseSync, seen: number): void {
  database.prepare('UPDATE attempt_sequence SET last = max(last, ?) + 1').run(seen);
}

/**
 * For writes that must not be lost unnoticed: each of them advances the sequence, so that a database without it is
 * told from the latest.
 */
export function sequencedCommit(database: DatabaseSync, commit: Commit): Commit {
  const advance = database.prepare('UPDATE attempt_sequence SET last = last + 1');
  return (write) =>
    commit(() => {
      advance.run();
      write();
    });
}
