import { LONGEST_PATH, MOST_ENTRIES } from './manifest.ts';

/** `C:`, alone or before the first `/`: on Windows such a path leads to that drive. */
const drive = /^[A-Za-z]:(?:\/|$)/;

/** True if a manifest can have the path: no system reads it as a place outside of the folder, or as no path at all. */
export function isPath(path: string): boolean {
  if (path.length > LONGEST_PATH || !path.isWellFormed() || /[\0\\]/.test(path) || drive.test(path)) return false;
  return path.split('/').every((name) => !['', '.', '..'].includes(name));
}

/** Like `isPath`, for the name of one file or folder. */
export function isName(name: string): boolean {
  return !name.includes('/') && isPath(name);
}

/**
 * True if no path occurs twice or is within another one (neither files nor empty folders can contain anything), and the
 * paths have no more folders than a manifest may have. The paths must be valid, and thus without NUL.
 */
export function areBesideEachOther(paths: readonly string[]): boolean {
  // With the lowest character in place of `/`, the paths within a path follow it directly.
  const sorted = paths.map((path) => path.replaceAll('/', '\0')).sort();
  let folders = 0;
  let before = '';
  for (const here of sorted) {
    if (before === here || (before !== '' && here.startsWith(`${before}\0`))) return false;
    folders += foldersBesides(before, here);
    if (folders > MOST_ENTRIES) return false;
    before = here;
  }
  return true;
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
  return isName(without) ? without : `_${without}`;
}

type FoundPaths = {
  /** Sorted by the bytes of their UTF-8, like the files in a folder's stream. The order is the same on every system. */
  readonly paths: readonly { readonly path: string; readonly found: string }[];
  /** Paths that a manifest cannot have, for example with a backslash in a name. */
  readonly refused: readonly string[];
};

/**
 * Converts the paths found in a folder to paths of a manifest. `found` are relative to the folder, with the system's
 * own separator. Names stay unchanged, including the Unicode form of their accents.
 */
export function manifestPaths(found: readonly string[], separator: '/' | '\\'): FoundPaths {
  const all = found.map((one) => {
    const path = separator === '/' ? one : one.replaceAll(separator, '/');
    return { found: one, path, isPath: isPath(path), bytes: Buffer.from(path).toString('latin1') };
  });
  const paths = all
    .filter((one) => one.isPath)
    .sort((one, other) => (one.bytes < other.bytes ? -1 : one.bytes > other.bytes ? 1 : 0))
    .map(({ path, found: from }) => ({ path, found: from }));
  return { paths, refused: all.filter((one) => !one.isPath).map((one) => one.found) };
}
