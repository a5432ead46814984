import { dirname } from 'node:path';
import { originalFs } from '../../files/index.ts';

const { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, statSync } = originalFs;

/** `taken`: something else has the name, which was not touched. `gone`: there is neither the one nor the other. */
export type Placed = 'placed' | 'taken' | 'gone';

/** Systems and drives that know no second name for a file. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL', 'UNKNOWN']);

/**
 * Gives a file or a folder its final name on the same disk, at once and whole, and never takes the name from anything. What a
 * kill has interrupted is finished by doing it again.
 */
export function placeAt(from: string, to: string): Placed {
  const found = lstatSync(to, { throwIfNoEntry: false });
  const own = lstatSync(from, { throwIfNoEntry: false });
  // Before a kill it was given its name: nothing else takes it away from here.
  if (own === undefined) return found === undefined ? 'gone' : 'placed';
  if (found !== undefined) {
    if (found.ino === own.ino && found.dev === own.dev && own.isFile()) {
      // The kill came between the two names.
      rmSync(from);
      return 'placed';
    }
    return 'taken';
  }
  flush(from);
  if (statSync(from).isDirectory()) renameSync(from, to);
  else if (!moveFile(from, to)) return 'taken';
  flush(dirname(to));
  return 'placed';
}

function moveFile(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    rmSync(from);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') return false;
    if (!noLinks.has(code)) throw error;
  }
  // Where there are no links the name is taken first, by an empty file that nobody else can have made.
  try {
    closeSync(openSync(to, 'wx'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  renameSync(from, to);
  return true;
}

/** Folders cannot be flushed everywhere. */
function flush(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The bytes were flushed when they were written; only the name may come a moment later.
  }
}
