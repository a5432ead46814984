import type { ManifestPathProblem } from '../../shared/failures/failure-codes.ts';
import { LONGEST_PATH } from './manifest.ts';

/** `C:` alone, before the first `/` or as all there is: on Windows the path leads to that drive. */
const drive = /^[A-Za-z]:(?:\/|$)/;

/** What keeps a text from being a path in a manifest; null where it is one. */
export function pathProblem(path: string): ManifestPathProblem | null {
  if (path.length > LONGEST_PATH) return 'too-long';
  if (!path.isWellFormed()) return 'not-text';
  if (path.includes('\0')) return 'nul';
  if (path.includes('\\')) return 'backslash';
  if (path.startsWith('/') || drive.test(path)) return 'absolute';
  const names = path.split('/');
  if (names.includes('')) return 'empty-name';
  return names.includes('.') || names.includes('..') ? 'dots' : null;
}

/** The same for the name of one file or folder. */
export function nameProblem(name: string): ManifestPathProblem | null {
  return name.includes('/') ? 'slash' : pathProblem(name);
}

/** What is wrong with two paths beside each other: they are the same, or the first is a file where the other has a folder. */
export type PathConflict = { readonly kind: 'twice' | 'within'; readonly path: string };

/**
 * The first path that stands there twice, or within another: neither files nor empty folders have anything within them.
 * Null where all can be beside each other. The paths are valid, and thus without NUL.
 */
export function pathConflict(paths: readonly string[]): PathConflict | null {
  // With the lowest sign in place of `/`, whatever is within a path comes right behind it.
  const sorted = paths.map((path) => path.replaceAll('/', '\0')).sort();
  for (let at = 1; at < sorted.length; at += 1) {
    const [before = '', here = ''] = [sorted[at - 1], sorted[at]];
    if (before === here) return { kind: 'twice', path: here.replaceAll('\0', '/') };
    if (here.startsWith(`${before}\0`)) return { kind: 'within', path: here.replaceAll('\0', '/') };
  }
  return null;
}
