import * as nodeFs from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The unmodified file system, for the user's files. Electron's `fs` treats every `….asar` file as a folder, so that
 * such a file could not be read or written (electronjs.org/docs/latest/tutorial/asar-archives).
 */
export const originalFs: typeof nodeFs =
  process.versions.electron === undefined ? nodeFs : createRequire(import.meta.url)('original-fs');
