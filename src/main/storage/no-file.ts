import { lstatSync, statSync } from 'node:fs';

/** The code of an error: a folder, a pipe, a device or a link to nowhere has the name of a file of Dropslip's. */
export const NO_FILE = 'ENOTFILE';

/**
 * Throws where something else than a file is in a file's place; nothing there is fine. To be asked before it is opened: a
 * pipe would be waited for, for ever, and of most others SQLite says only that it cannot open them.
 */
export function refuseWhatIsNoFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined || isFile(path)) return;
  throw Object.assign(new Error(notOurs(path)), { code: NO_FILE });
}

export const notOurs = (path: string): string => `Something else is in the place of a file: ${path}`;

/** A link may lead to the file; one that leads nowhere or to itself is none. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ELOOP', 'ENOENT', 'ENOTDIR'].includes(String(error.code))) {
      return false;
    }
    throw error;
  }
}
