import fs, { type PathLike, type RmOptions } from 'node:fs';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { type Callable, isCallable } from './callable.ts';

/** How many calls of `original-fs` are on the stack: some functions of `fs` call others by their public, patched names. */
let callsOnStack = 0;

/** Whether it is `original-fs` that calls: no path leads into an archive then. */
export function isOriginalCalling(): boolean {
  return callsOnStack > 0;
}

/** Those that do so before they return. */
const callOthers = [
  'appendFile',
  'appendFileSync',
  'exists',
  'readFileSync',
  'truncate',
  'truncateSync',
  'writeFile',
  'writeFileSync',
] as const;

// Node loads what makes `cp` and `rm` at their first call, and it takes what it needs of `fs` as that is then. `cp` is loaded
// before it waits for anything. `rm` is only later, and a thread must not wait while it begins: whoever ended it in that moment
// would end the whole process (a failed check of V8's, where a module's importers run as it goes on). So `rm` is the native one.
const nowhere = join(import.meta.dirname, 'nowhere');
fs.promises.cp(nowhere, nowhere).catch(() => undefined);
const { rmSync } = fs;
const rm = async (path: PathLike, options?: RmOptions): Promise<void> => rmSync(path, options);
Object.assign(fs.promises, { rm });
Object.assign(fs, { rm: callbackify(rm) });

const { createReadStream, createWriteStream } = fs;

/**
 * Node's `fs` as it is, Electron's module `original-fs`. Has to be loaded before `fs` is patched; the host itself uses it for
 * whatever Electron does outside of Node.
 */
export const originalFs: typeof fs = {
  ...fs,
  promises: { ...fs.promises },
  ...Object.fromEntries(callOthers.map((name) => [name, alone(fs[name])])),
  // Streams call `open` later.
  createReadStream: (path, options) => createReadStream(path, withOriginal(options)),
  createWriteStream: (path, options) => createWriteStream(path, withOriginal(options)),
};
// The one that is written in JavaScript calls `lstat` again and again; the system's gives the same.
Reflect.set(originalFs, 'realpath', Object.assign(alone(fs.realpath.native), { native: fs.realpath.native }));

function alone(call: unknown): Callable {
  if (!isCallable(call)) throw new Error('Node has no such function.');
  return (...args) => {
    callsOnStack += 1;
    try {
      return call(...args);
    } finally {
      callsOnStack -= 1;
    }
  };
}

function withOriginal<Options extends object>(options: BufferEncoding | Options | undefined) {
  return { ...(typeof options === 'string' ? { encoding: options } : options), fs: originalFs };
}
