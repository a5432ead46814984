import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, sep } from 'node:path';

/**
 * Returns a function that finds paths in the app's own folders, where a page can make Chromium create files. Only these
 * folders are resolved on the disk, so a call never waits for the drive of a user's file. They are resolved at the
 * first path, when Chromium has created its folders, so that links to them are found. `databasePath`: the data file,
 * which the user may have moved with a link; its log, copy and mark are beside it.
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

/** Resolves links; returns the path itself if the folder does not exist. */
function resolved(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
