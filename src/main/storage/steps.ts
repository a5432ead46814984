import type { DatabaseSync } from 'node:sqlite';
import type { Commit } from './writes/group-commit.ts';

/**
 * The database's own order, which no clock can change: every write that must not be lost unnoticed is a step of it. What it
 * has come to is noted beside the database (`SequenceMark`), and stands with attempts and records, which are told by it.
 */

/** In SQL: the latest step. */
export const latestStep = '(SELECT last FROM attempt_sequence)';

export function lastStep(database: DatabaseSync): number {
  return Number(database.prepare('SELECT last FROM attempt_sequence').get()?.last ?? 0);
}

/** Within a transaction. */
export function takeStep(database: DatabaseSync): void {
  database.exec('UPDATE attempt_sequence SET last = last + 1');
}

/** From here on the database is further than it was, and than `step`. Within a transaction. */
export function stepBeyond(database: DatabaseSync, step: number): void {
  database.prepare('UPDATE attempt_sequence SET last = max(last, ?) + 1').run(step);
}

/** For writes that must not be lost unnoticed: each of them is a step, so that a database without it is told from the latest. */
export function inSteps(database: DatabaseSync, commit: Commit): Commit {
  const take = database.prepare('UPDATE attempt_sequence SET last = last + 1');
  return (write) =>
    commit(() => {
      take.run();
      write();
    });
}
