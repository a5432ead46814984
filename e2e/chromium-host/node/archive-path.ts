import { basename, dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOriginalCalling, originalFs } from './original-fs.ts';

/** A place in an archive: the archive's own path, and that of the entry in it, empty for its root. */
export type ArchivePath = { readonly archive: string; readonly entry: string };

/** Found out once for each path, as in Electron: what becomes a folder later is still taken for an archive. */
const folders = new Map<string, boolean>();

/**
 * Where a path leads into an archive. Whatever is called `….asar` is taken for one, whether it is there or not, but a folder; of
 * several on the way the deepest. Null for all other paths, and for what is no path.
 */
export function archivePath(value: unknown): ArchivePath | null {
  const path = textOf(value);
  if (path === null || !/\.asar/i.test(path) || isOriginalCalling() || Reflect.get(process, 'noAsar') === true)
    return null;
  const whole = normalize(path);
  let archive = whole.endsWith(sep) && whole.length > 1 ? whole.slice(0, -1) : whole;
  let entry = '';
  for (;;) {
    const name = basename(archive);
    if (/\.asar$/i.test(name) && !isFolder(archive)) return { archive, entry };
    const parent = dirname(archive);
    if (parent === archive) return null;
    entry = join(name, entry);
    archive = parent;
  }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value instanceof URL && value.protocol === 'file:') return fileURLToPath(value);
  return Buffer.isBuffer(value) ? value.toString() : null;
}

function isFolder(path: string): boolean {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const found = isFolderNow(path);
  folders.set(path, found);
  return found;
}

function isFolderNow(path: string): boolean {
  try {
    return originalFs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}
