import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archivePath } from './archive-path.ts';
import { type Callable, isCallable } from './callable.ts';
import { archiveMirroredAt, mirrorOf } from './mirror.ts';
import { originalFs } from './original-fs.ts';

/** What happens to a function of `fs`: its arguments are changed before, what it gives afterwards. Both may throw. */
type Change = {
  readonly before: (args: readonly unknown[]) => readonly unknown[];
  readonly after: (result: unknown, args: readonly unknown[]) => unknown;
};

const READ_ONLY: readonly unknown[] = [undefined, null, 'r', 'rs', 'sr', fs.constants.O_RDONLY];

const same = (result: unknown): unknown => result;
const reading: Change = { before: ([path, ...rest]) => [located(path), ...rest], after: same };
const writing: Change = { before: ([path, ...rest]) => [writable(path), ...rest], after: same };
const opening: Change = {
  before: (args) => (READ_ONLY.includes(args[1]) || typeof args[1] === 'function' ? reading : writing).before(args),
  after: same,
};
const looking: Change = { before: ([path, ...rest]) => [located(path, { mayBeLink: true }), ...rest], after: same };
const listing: Change = {
  ...reading,
  after: (result) => (Array.isArray(result) ? result.map(entryInArchive) : result),
};
const resolving: Change = { ...reading, after: (result, [path]) => resolvedInArchive(result, path) };

/** By name, each also as `…Sync` and of `fs.promises`, where there are such. */
const changes: Readonly<Record<string, Change>> = {
  access: reading,
  appendFile: writing,
  copyFile: reading,
  cp: reading,
  lstat: looking,
  open: opening,
  opendir: reading,
  readdir: listing,
  readFile: reading,
  readlink: looking,
  realpath: resolving,
  stat: reading,
  truncate: writing,
  writeFile: writing,
};

/**
 * Makes `fs` take archives for folders, as Electron's does. What Electron's leaves alone stays as it is: to rename, remove or make
 * something that is called `….asar` concerns the file.
 */
export function patchFs(): void {
  for (const [name, change] of Object.entries(changes)) {
    put(fs, name, (call) => withCallback(call, change));
    put(fs, `${name}Sync`, (call) => direct(call, change));
    put(fs.promises, name, (call) => promised(call, change));
  }
  put(fs.realpath, 'native', (call) => withCallback(call, resolving));
  put(fs.realpathSync, 'native', (call) => direct(call, resolving));
  put(fs, 'existsSync', () => exists);
  put(fs, 'exists', () => Object.assign(existsLater, { [promisify.custom]: async (path: unknown) => exists(path) }));
  put(process, 'dlopen', withLibraryPath);
  syncBuiltinESMExports();
}

function put(module: object, name: string, change: (call: Callable) => Callable): void {
  const call: unknown = Reflect.get(module, name);
  if (!isCallable(call)) return;
  const changed = change((...args) => Reflect.apply(call, module, args));
  // What hangs on it: `realpath.native`, what `promisify` takes.
  for (const key of Reflect.ownKeys(call)) {
    const property = Object.getOwnPropertyDescriptor(call, key);
    if (property !== undefined && !Object.hasOwn(changed, key)) Object.defineProperty(changed, key, property);
  }
  Reflect.set(module, name, changed);
}

function direct(call: Callable, { before, after }: Change): Callable {
  return (...args) => {
    if (archivePath(args[0]) === null) return call(...args);
    try {
      return after(call(...before(args)), args);
    } catch (error) {
      const [, options] = args;
      const isQuiet =
        typeof options === 'object' && options !== null && Reflect.get(options, 'throwIfNoEntry') === false;
      if (isQuiet) return undefined;
      throw error;
    }
  };
}

function withCallback(call: Callable, { before, after }: Change): Callable {
  return (...args) => {
    const callback = args.at(-1);
    if (archivePath(args[0]) === null || !isCallable(callback)) return call(...args);
    try {
      return call(...before(args).slice(0, -1), (error: unknown, ...results: readonly unknown[]) =>
        error === null ? callback(null, ...results.map((result) => after(result, args))) : callback(error),
      );
    } catch (error) {
      process.nextTick(callback, error);
      return undefined;
    }
  };
}

function promised(call: Callable, { before, after }: Change): Callable {
  return async (...args) => after(await call(...before(args)), args);
}

function exists(path: unknown): boolean {
  try {
    const real = located(path);
    return (typeof real === 'string' || real instanceof URL || Buffer.isBuffer(real)) && originalFs.existsSync(real);
  } catch {
    return false;
  }
}

function existsLater(...[path, found]: readonly unknown[]): void {
  if (isCallable(found)) process.nextTick(found, exists(path));
}

/** Where the system finds what lies in an archive. Any other path, and what is no path, as it is. */
function located(path: unknown, { mayBeLink = false } = {}): unknown {
  const place = archivePath(path);
  if (place === null) return path;
  const folder = mirrorOf(place.archive);
  if (folder === null) throw new Error(`Invalid package ${place.archive}`);
  const real = join(folder, place.entry);
  const found = originalFs.lstatSync(real, { throwIfNoEntry: false });
  if (found === undefined) {
    throw failure('ENOENT', `ENOENT, ${place.entry} not found in ${place.archive}`, join(place.archive, place.entry));
  }
  // A link that leads out of the mirror stands for a file beside the archive, which is no link to the app.
  const isBeside = mayBeLink && found.isSymbolicLink() && archiveMirroredAt(originalFs.realpathSync(real)) === null;
  return isBeside ? originalFs.realpathSync(real) : real;
}

/** As `located`, for what is to be written: archives are not. */
function writable(path: unknown): unknown {
  const place = archivePath(path);
  if (place === null) return path;
  const real = located(path, { mayBeLink: true });
  if (typeof real !== 'string' || archiveMirroredAt(real) === null) return real;
  throw failure('EACCES', `EACCES: permission denied, access '${place.entry}'`, join(place.archive, place.entry));
}

/** A library is loaded from where it lies beside the archive. */
function withLibraryPath(call: Callable): Callable {
  return (module, path, ...rest) => {
    const real = located(path);
    return call(module, typeof real === 'string' && real !== path ? originalFs.realpathSync(real) : path, ...rest);
  };
}

function resolvedInArchive(result: unknown, asked: unknown): unknown {
  const place = archivePath(asked);
  if (place === null || typeof result !== 'string') return result;
  const found = archiveMirroredAt(result);
  return join(originalFs.realpathSync(place.archive), found === null ? place.entry : found.entry);
}

/** An entry of a listing. */
function entryInArchive(entry: unknown): unknown {
  if (!(entry instanceof fs.Dirent)) return entry;
  const place = archiveMirroredAt(entry.parentPath);
  if (place !== null) Object.assign(entry, { parentPath: join(place.archive, place.entry) });
  return entry;
}

function failure(code: 'ENOENT' | 'EACCES', message: string, path: string): Error {
  return Object.assign(new Error(message), { code, errno: code === 'ENOENT' ? -2 : -13, path });
}
