import type { ManifestPathProblem } from '../../shared/messages/failures/files.ts';
import { LONGEST_PATH, MOST_ENTRIES } from './manifest.ts';

/** `C:`, alone or before the first `/`: on Windows such a path leads to that drive. */
const drive = /^[A-Za-z]:(?:\/|$)/;

/** The reason why a text cannot be a path in a manifest; null if it can. */
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

/** Like `pathProblem`, for the name of one file or folder. */
export function nameProblem(name: string): ManifestPathProblem | null {
  return name.includes('/') ? 'slash' : pathProblem(name);
}

/** A conflict between paths. `too-many-folders`: the paths have more folders than a manifest may have. */
type PathConflict =
  | { readonly kind: 'twice' | 'within'; readonly path: string }
  | { readonly kind: 'too-many-folders' };

/**
 * Finds a path that occurs twice, or is within another path: neither files nor empty folders can contain anything.
 * Returns null if there is no conflict. The paths must be valid, and thus without NUL.
 */
export function pathConflict(paths: readonly string[]): PathConflict | null {
  // With the lowest character in place of `/`, the paths within a path follow it directly.
  const sorted = paths.map((path) => path.replaceAll('/', '\0')).sort();
  let folders = 0;
  let before = '';
  for (const here of sorted) {
    if (before === here) return { kind: 'twice', path: here.replaceAll('\0', '/') };
    if (before !== '' && here.startsWith(`${before}\0`)) return { kind: 'within', path: here.replaceAll('\0', '/') };
    folders += foldersBesides(before, here);
    if (folders > MOST_ENTRIES) return { kind: 'too-many-folders' };
    before = here;
  }
  return null;
}

/** The number of folders in `here` that `before` does not have. */
function foldersBesides(before: string, here: string): number {
  let at = 0;
  while (at < here.length && here[at] === before[at]) at += 1;
  let folders = 0;
  for (let end = here.indexOf('\0', at); end >= 0; end = here.indexOf('\0', end + 1)) folders += 1;
  return folders;
}

/** The name of a file or folder in a manifest: its own, or a similar one if that is not allowed. */
export function storableName(name: string): string {
  const without = name.toWellFormed().replace(/[\\/\0]/g, '_');
  return nameProblem(without) === null ? without : `_${without}`;
}

type FoundPaths = {
  /**
   * Sorted by the bytes of their UTF-8, like the files in a folder's stream. This order is the same on every system.
   */
  readonly paths: readonly { readonly path: string; readonly found: string }[];
  /** Paths that a manifest cannot have, for example with a backslash in a name. */
  readonly refused: readonly { readonly found: string; readonly why: ManifestPathProblem }[];
};

/**
 * Converts the paths found in a folder to paths of a manifest. `found` are relative to the folder, with the system's
 * own separator. Names stay unchanged, including the Unicode form of their accents.
 */
export function manifestPaths(found: readonly string[], separator: '/' | '\\'): FoundPaths {
  const all = found.map((one) => {
    const path = separator === '/' ? one : one.replaceAll(separator, '/');
    return { found: one, path, why: pathProblem(path), bytes: Buffer.from(path).toString('latin1') };
  });
  const paths = all
    .filter(({ why }) => why === null)
    .sort((one, other) => (one.bytes < other.bytes ? -1 : one.bytes > other.bytes ? 1 : 0))
    .map(({ path, found: from }) => ({ path, found: from }));
  return { paths, refused: all.flatMap(({ found: from, why }) => (why === null ? [] : [{ found: from, why }])) };
}
