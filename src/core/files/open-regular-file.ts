import type { BigIntStats } from 'node:fs';
import { originalFs } from './original-fs.ts';

const { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readlinkSync, realpathSync, statSync } =
  originalFs;

/** Node puts this for bytes of a name that are not UTF-8, so different names may read the same. */
const MARK = '\ufffd';
/** The most names in one folder: more than real folders have, and few enough for the memory. */
export const MOST_NAMES = 2_000_000;

export type NamedEntry = { readonly name: string; readonly isFolder: boolean };

/** The entries of a folder, in the order of the drive. Throws `E2BIG` if there are more than `mostNames`. */
export function* entriesOf(path: string, mostNames = MOST_NAMES): Generator<NamedEntry> {
  const folder = opendirSync(path, { bufferSize: 1_000 });
  try {
    let names = 0;
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      names += 1;
      if (names > mostNames) throw endlessError(mostNames);
      yield { name: entry.name, isFolder: entry.isDirectory() };
    }
  } finally {
    folder.closeSync();
  }
}

/** Throws `EILSEQ` if a name in the path is not text, because another file may have the same path. */
export function refuseUnreadableName(path: string): void {
  if (path.includes(MARK)) throw Object.assign(new Error('The name is not text.'), { code: 'EILSEQ' });
}

function endlessError(mostNames: number): Error {
  return Object.assign(new Error(`The folder has more than ${mostNames} names.`), { code: 'E2BIG' });
}

/**
 * Controls if a path may contain links. Use `no-follow` for dropped files, with the real path from the time of the
 * drop. Otherwise anyone who can write to a parent folder could replace a file or folder with a link to a file that the
 * user did not drop.
 */
export type Links = 'follow' | 'no-follow';

/** `file`: its descriptor; null for an empty file, which is not opened. */
export type OpenedFile = { readonly file: number | null; readonly stats: BigIntStats };

/**
 * Opens a file for reading, in the calling thread. Opening a pipe waits forever for a writer, opening a device may have
 * side effects, and both have endless content. Therefore the path is checked, opened without waiting, and checked
 * again, because it may have been swapped in between. An empty file is not opened: it may be the data folder's lock,
 * which this process would lose by closing it (`storage/data-folder-lock.ts`). Throws Node's error codes: `EISDIR` for
 * a folder, `EFBIG` if the size is not a safe integer, `ESTALE` if the file was swapped meanwhile. Also throws
 * `ENOTFILE` if it is not a regular file, and `ELINK` if the path has a link and may not.
 */
export function openRegularFile(path: string, links: Links): OpenedFile {
  refuseUnreadableName(path);
  if (links === 'no-follow') refuseLinks(path);
  const seen = statSync(path, { bigint: true });
  refuseOtherKinds(seen);
  if (seen.size === 0n) return { file: null, stats: seen };
  const file = openSync(path, links === 'follow' ? flags : flags | noFollow);
  try {
    const stats = fstatSync(file, { bigint: true });
    refuseOtherKinds(stats);
    if (links === 'no-follow') refuseSwapped(path, file, stats);
    return { file, stats };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

// Windows has no `O_NONBLOCK`, and no pipes that need it.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** From macOS's fcntl.h: refuses links in every part of the path. Node has no constant for it. */
const O_NOFOLLOW_ANY = 0x20000000;
const noFollow = process.platform === 'darwin' ? O_NOFOLLOW_ANY : (constants.O_NOFOLLOW ?? 0);

/**
 * A path without links. The native function returns other letter case, and network drives by their servers' names, so
 * it is only the fallback: it also works if a parent folder may be passed through but not read.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const isForbidden =
      error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EACCES');
    if (!isForbidden) throw error;
    return realpathSync.native(path);
  }
}

function refuseLinks(path: string): void {
  if (realPathOf(path) !== path) {
    throw Object.assign(new Error('The path goes through a link.'), { code: 'ELINK' });
  }
}

/**
 * Anyone who can write to a parent folder may exchange it for a link and back between two checks of the path. Therefore
 * the system itself has to report the opened path: macOS refuses such a path when it opens it, Linux gives the path of
 * the descriptor.
 */
function refuseSwapped(path: string, file: number, opened: BigIntStats): void {
  refuseLinks(path);
  // On Windows, some file systems give different file numbers by path and by descriptor.
  if (noFollow === 0) return;
  const place = process.platform === 'linux' ? placeOf(file) : null;
  if (place !== null && place !== path) throw replacedError();
  if (!isSameFile(lstatSync(path, { bigint: true }), opened)) throw replacedError();
}

/** Null if `/proc` is not available. */
function placeOf(file: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return null;
  }
}

export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

export function replacedError(): Error {
  return Object.assign(new Error('Another file replaced it while it was opened.'), { code: 'ESTALE' });
}

function refuseOtherKinds(stats: BigIntStats): void {
  if (stats.isFile() && stats.size <= BigInt(Number.MAX_SAFE_INTEGER)) return;
  if (stats.isFile()) throw Object.assign(new Error(`The file has ${stats.size} bytes.`), { code: 'EFBIG' });
  if (stats.isDirectory()) throw Object.assign(new Error('This is a folder.'), { code: 'EISDIR' });
  throw notAFileError();
}

function notAFileError(): Error {
  return Object.assign(new Error('This is a pipe, a device or no file at all.'), { code: 'ENOTFILE' });
}

/** Linux generates these files when they are read, whatever size they report. */
export function isMadeUp(path: string): boolean {
  return process.platform === 'linux' && /^\/(?:proc|sys)\//.test(path);
}

export function madeUpError(): Error {
  return Object.assign(new Error('The file has another size than it says.'), { code: 'EMADEUP' });
}
