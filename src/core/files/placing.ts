import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { SavingProblem } from '../../shared/messages/failures/files.ts';
import { originalFs } from './original-fs.ts';

const { createReadStream, lstatSync } = originalFs;
const { chmod, link, mkdir, open, readdir, rename, rm } = originalFs.promises;

/** `taken`: another file or folder has the name and was not changed. `gone`: neither `from` nor `to` exists. */
export type Placed = 'placed' | 'taken' | 'gone';

/** Errors of systems and drives without hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL', 'UNKNOWN']);

/**
 * Moves a file or a folder from the app's own folder to its final name, atomically and complete. Never replaces
 * anything and never writes through a link. If it is interrupted by a kill, call it again.
 */
export async function placeAt(from: string, to: string): Promise<Placed> {
  const found = lstatSync(to, { throwIfNoEntry: false });
  const own = lstatSync(from, { throwIfNoEntry: false });
  // An earlier call moved it before a kill. Nothing else removes it from here.
  if (own === undefined) return found === undefined ? 'gone' : 'placed';
  if (found !== undefined) {
    if (found.ino === own.ino && found.dev === own.dev && own.isFile()) {
      // An earlier call was killed between creating the second name and removing the first.
      await rm(from);
      return 'placed';
    }
    return 'taken';
  }
  await flush(from);
  const isPlaced = await move(from, to, own.isDirectory());
  if (isPlaced) await flush(dirname(to));
  return isPlaced ? 'placed' : 'taken';
}

async function move(from: string, to: string, isFolder: boolean): Promise<boolean> {
  try {
    return await moveOnDisk(from, to, isFolder);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
  }
  // The name is always the same, so that a later call removes the rest of a killed one.
  const copy = join(dirname(to), `.dropslip-${createHash('sha256').update(from).digest('hex').slice(0, 32)}`);
  await rm(copy, { recursive: true, force: true });
  try {
    await (isFolder ? copyFolder(from, copy) : copyFile(from, copy));
    const isPlaced = await moveOnDisk(copy, to, isFolder);
    if (isPlaced) await rm(from, { recursive: true });
    return isPlaced;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function moveOnDisk(from: string, to: string, isFolder: boolean): Promise<boolean> {
  if (isFolder) {
    await rename(from, to);
    return true;
  }
  try {
    await link(from, to);
    await rm(from);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (!noLinks.has(code)) throw error;
  }
  // A file system without links: an empty new file reserves the name, and the rename replaces it.
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(from, to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  return true;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        await mkdir(join(to, path));
        folders.push(path);
      } else await copyFile(join(from, path), join(to, path));
    }
  }
  await chmod(to, lstatSync(from).mode & 0o777);
}

/** `wx`: fails if anything has the name, even a link. */
async function copyFile(from: string, to: string): Promise<void> {
  const { mode, atime, mtime } = lstatSync(from);
  const copy = await open(to, 'wx', mode & 0o777);
  try {
    await copy.writeFile(createReadStream(from));
    // Some disks do not store times.
    await copy.utimes(atime, mtime).catch(() => undefined);
    await copy.sync();
  } finally {
    await copy.close();
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Some systems cannot flush folders. */
async function flush(path: string): Promise<void> {
  try {
    const opened = await open(path, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch {
    // The bytes were flushed when they were written. Only the name may be lost.
  }
}

const problems: ReadonlyMap<string, SavingProblem> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['ENOENT', 'gone'],
  ['ENOTDIR', 'gone'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['EOWN', 'own'],
]);

/** The reason why saving failed. Threads pass on only an error's text, which begins with its code. */
export function savingProblemOf(error: unknown): SavingProblem {
  const text = error instanceof Error ? error.message : String(error);
  return problems.get(/^[A-Z0-9_]+/.exec(text)?.[0] ?? '') ?? 'other';
}
