import type { Failure } from '../../../shared/failures/failure.ts';

/** Why a file or folder could not be compared. `code`: of the system, or of the reading itself. */
export function unreadable(name: string, code: string): Failure {
  const why = reasons.get(code);
  return why === undefined
    ? { code: 'compared-file-unreadable', values: { name, why: 'other' }, detail: code }
    : { code: 'compared-file-unreadable', values: { name, why } };
}

const reasons: ReadonlyMap<string, 'empty' | 'missing' | 'forbidden'> = new Map([
  ['EMPTY', 'empty'],
  ['ENOENT', 'missing'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
]);
