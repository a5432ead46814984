import * as nodeFs from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The file system as it is, for all that is a person's. Electron's `fs` takes whatever is called `….asar` for a folder: such a
 * file would be taken apart, or could not be read at all, nor written (electronjs.org/docs/latest/tutorial/asar-archives).
 */
export const originalFs: typeof nodeFs =
  process.versions.electron === undefined ? nodeFs : createRequire(import.meta.url)('original-fs');
