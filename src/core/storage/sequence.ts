import type { DatabaseSync } from 'node:sqlite';
import type { Commit } from './group-commit.ts';

/**
 * The database's own sequence, which does not depend on a clock. Every write that must not be lost unnoticed advances
 * it. It orders attempts and records, and a file beside the database (`SequenceMark`) stores its latest step.
 */

/** In SQL: the latest step of the sequence. */
export const lastSequenceSql = '(SELECT last FROM attempt_sequence)';

export function lastSequence(database: DatabaseSync): number {
  return Number(database.prepare('SELECT last FROM attempt_sequence').get()?.last ?? 0);
}

/** Advances beyond `seen` as well. Call within a transaction. */
export function advanceSequence(database: DatabaseSync, seen = 0): void {
  database.prepare('UPDATE attempt_sequence SET last = max(last, ?) + 1').run(seen);
}

/** For writes that must not be lost unnoticed: a database that lacks one of them is behind its mark. */
export function sequencedCommit(database: DatabaseSync, commit: Commit): Commit {
  const advance = database.prepare('UPDATE attempt_sequence SET last = last + 1');
  return (write) =>
    commit(() => {
      advance.run();
      write();
    });
}
