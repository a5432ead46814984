import type { BigIntStats } from 'node:fs';
import { originalFs } from './original-fs.ts';

const { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readlinkSync, realpathSync, statSync } =
  originalFs;

/** Stands in a name for bytes that are no text. A path with it may have been made of another name. */
const MARK = '\ufffd';
/** Of one folder: more than anybody has, and less than fills the memory. */
export const MOST_NAMES = 2_000_000;

export type NamedEntry = { readonly name: string; readonly isFolder: boolean };

/** What lies in a folder, as it comes from the drive. Throws `E2BIG` where there are more names than `mostNames`. */
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

/** Throws `EILSEQ` if a name in the path is no text: another file may have the same one. */
export function refuseNoText(path: string): void {
  if (path.includes(MARK)) throw Object.assign(new Error('The name is not text.'), { code: 'EILSEQ' });
}

function endlessError(mostNames: number): Error {
  return Object.assign(new Error(`The folder has more than ${mostNames} names.`), { code: 'E2BIG' });
}

/**
 * Whether a path may lead over links: `no-follow` for what was dropped, whose real path was kept then. Somebody who can
 * write to its folder could else put a link in its place, or in that of a folder above it, to a file that nobody dropped.
 */
export type Links = 'follow' | 'no-follow';

/** `file`: its descriptor; null for an empty file, which stays closed. */
export type OpenedFile = { readonly file: number | null; readonly stats: BigIntStats };

/**
 * Opens what a person named, for reading, on the calling thread. Opening a pipe waits for ever for somebody who writes to
 * it, opening a device may do anything, and both give bytes without end: they are looked at first, opened without waiting,
 * and looked at again, since they may have taken the file's place in between. An empty file is not opened: there is nothing
 * in it, and it may be the data folder's lock, which this process would lose by closing it (`storage/data-folder-lock.ts`).
 * Throws with Node's error codes: `EISDIR` for a folder, `EFBIG` where its bytes cannot be counted, `ESTALE` where it was
 * swapped meanwhile, and their kin: `ENOTFILE` for what is no regular file, `ELINK` where the path leads over a link and
 * may not.
 */
export function openRegularFile(path: string, links: Links): OpenedFile {
  refuseNoText(path);
  if (links === 'no-follow') refuseLinks(path);
  const seen = statSync(path, { bigint: true });
  refuseOthers(seen);
  if (seen.size === 0n) return { file: null, stats: seen };
  const file = openSync(path, links === 'follow' ? flags : flags | noFollow);
  try {
    const stats = fstatSync(file, { bigint: true });
    refuseOthers(stats);
    if (links === 'no-follow') refuseSwapped(path, file, stats);
    return { file, stats };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

// Windows has none of these, nor pipes that need the first.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Of macOS's fcntl.h: in no part of the path. Node has no name for it. */
const O_NOFOLLOW_ANY = 0x20000000;
const noFollow = process.platform === 'darwin' ? O_NOFOLLOW_ANY : (constants.O_NOFOLLOW ?? 0);

/**
 * A path without links. Not by the system's own function: that also gives names in another letter case, and network drives
 * by their servers' names. Only it works where folders above may be passed through but not looked at.
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
 * Whoever can write to a folder above may exchange it for a link and back between any two looks at the path. So the system
 * itself has to say where it has been led: macOS refuses such a path when it opens it, Linux tells the descriptor's own.
 */
function refuseSwapped(path: string, file: number, opened: BigIntStats): void {
  refuseLinks(path);
  // Windows has numbers for files, which not all of its file systems give alike by path and by descriptor.
  if (noFollow === 0) return;
  const place = process.platform === 'linux' ? placeOf(file) : null;
  if (place !== null && place !== path) throw swappedError();
  if (!isSameFile(lstatSync(path, { bigint: true }), opened)) throw swappedError();
}

/** Null where the system's own files are not to be had. */
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

export function swappedError(): Error {
  return Object.assign(new Error('Another file replaced it while it was opened.'), { code: 'ESTALE' });
}

function refuseOthers(stats: BigIntStats): void {
  if (stats.isFile() && stats.size <= BigInt(Number.MAX_SAFE_INTEGER)) return;
  if (stats.isFile()) throw Object.assign(new Error(`The file has ${stats.size} bytes.`), { code: 'EFBIG' });
  if (stats.isDirectory()) throw Object.assign(new Error('This is a folder.'), { code: 'EISDIR' });
  throw notAFileError();
}

function notAFileError(): Error {
  return Object.assign(new Error('This is a pipe, a device or no file at all.'), { code: 'ENOTFILE' });
}

/** Linux makes these up as they are read, whatever size they say. */
export function isMadeUp(path: string): boolean {
  return process.platform === 'linux' && /^\/(?:proc|sys)\//.test(path);
}

export function madeUpError(): Error {
  return Object.assign(new Error('The file has another size than it says.'), { code: 'EMADEUP' });
}
