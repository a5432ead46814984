import type { SavingProblem } from '../../shared/failures/failure-codes.ts';

const problems: ReadonlyMap<string, SavingProblem> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['ENOENT', 'gone'],
  ['ENOTDIR', 'gone'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EOWN', 'own'],
]);

/** Why the disk did not take what was to be saved. Threads hand on an error's text, in which the code stands first. */
export function savingProblemOf(error: unknown): SavingProblem {
  const text = error instanceof Error ? error.message : String(error);
  return problems.get(/^[A-Z0-9_]+/.exec(text)?.[0] ?? '') ?? 'other';
}
