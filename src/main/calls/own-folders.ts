import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, sep } from 'node:path';

/**
 * Tells what lies in one of the app's own folders, where a page can have Chromium make files that have a path. Only the
 * folders are looked up on the disk: who asks about a file of a person's does not wait for its drive. That is for the first
 * path, when Chromium has made its own, so that none is missed which is reached by a link. `databasePath`: the data file, which
 * a person may have moved elsewhere with a link; its log, copy and mark lie beside it.
 */
export function ownFolders(folders: () => readonly string[], databasePath: string): (path: string) => boolean {
  let all: readonly string[] | null = null;
  const besideDatabase = (path: string): boolean =>
    basename(path).startsWith(basename(databasePath)) && relative(dirname(databasePath), dirname(path)) === '';
  return (path) => {
    all ??= [...new Set(folders().flatMap((folder) => [folder, resolved(folder)]))];
    return all.some((folder) => isWithin(folder, path)) || besideDatabase(path);
  };
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Without links; as it is while there is no such folder yet. */
function resolved(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
