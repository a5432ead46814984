import type { ManifestPathProblem } from '../../shared/messages/failures/files.ts';
import { LONGEST_PATH, MOST_ENTRIES } from './manifest.ts';

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

/** What is wrong with paths beside each other; `too-many-folders`: they are in more folders than a manifest has. */
type PathConflict =
  | { readonly kind: 'twice' | 'within'; readonly path: string }
  | { readonly kind: 'too-many-folders' };

/**
 * What keeps paths from being beside each other: one that stands there twice, or within another, for neither files nor empty
 * folders have anything within them. Null where they can be. The paths are valid, and thus without NUL.
 */
export function pathConflict(paths: readonly string[]): PathConflict | null {
  // With the lowest sign in place of `/`, whatever is within a path comes right behind it.
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

/** How many folders of `here` are not those of `before` already. */
function foldersBesides(before: string, here: string): number {
  let at = 0;
  while (at < here.length && here[at] === before[at]) at += 1;
  let folders = 0;
  for (let end = here.indexOf('\0', at); end >= 0; end = here.indexOf('\0', end + 1)) folders += 1;
  return folders;
}

/** The name that a file or folder has in a manifest: its own, or one like it where a manifest can't have it. */
export function storableName(name: string): string {
  const without = name.toWellFormed().replace(/[\\/\0]/g, '_');
  return nameProblem(without) === null ? without : `_${without}`;
}

type FoundPaths = {
  /** In the order in which the files of a folder are joined: byte by byte of UTF-8, which is the same on every system. */
  readonly paths: readonly { readonly path: string; readonly found: string }[];
  /** Those that a manifest can't have, such as a name with a backslash in it. */
  readonly refused: readonly { readonly found: string; readonly why: ManifestPathProblem }[];
};

/**
 * What a walk through a folder found, as paths of a manifest. `found` are relative to the folder, with the system's own
 * separator; names stay as they are, however their accents are spelt.
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
