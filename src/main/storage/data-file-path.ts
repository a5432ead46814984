import { lstatSync, realpathSync } from 'node:fs';

/**
 * Where the file itself lies. SQLite keeps the log of a file that is reached by a link beside the file, not beside the
 * link, and so must whatever tells the one log from another. A link to a drive that is away stays as it is.
 */
export function dataFilePath(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  } catch {
    return path;
  }
}
