import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData, threadId } from 'node:worker_threads';
import { isRunning } from '../processes.ts';
import { unpackArchive } from './archive.ts';
import { originalFs } from './original-fs.ts';

const { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } = originalFs;

const PREFIX = 'chromium-host-archives-';
const PARENT = 'chromium-host.archives';

/** By archive: the folder in which its contents lie as well, so that the system can open and list them. */
const mirrors = new Map<string, string>();

/** The folder of the mirrors of this process, which its threads share. To be called on the main thread before any begins. */
export function shareMirrors(): void {
  if (!isMainThread) return;
  const temporary = realpathSync(tmpdir());
  for (const name of readdirSync(temporary)) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isInteger(owner) && !isRunning(owner)) removeFolder(join(temporary, name));
  }
  const parent = join(temporary, `${PREFIX}${process.pid}-${randomUUID()}`);
  setEnvironmentData(PARENT, parent);
  process.on('exit', () => removeFolder(parent));
}

/** Null where there is no archive. One that could be read once is not looked at again, as in Electron. */
export function mirrorOf(archive: string): string | null {
  const known = mirrors.get(archive);
  if (known !== undefined) return known;
  const parent = getEnvironmentData(PARENT);
  if (typeof parent !== 'string') throw new Error('Nobody has said where the mirrors are.');
  const folder = join(parent, createHash('sha256').update(archive).digest('hex').slice(0, 16));
  if (!existsSync(folder) && !unpack(archive, folder)) return null;
  mirrors.set(archive, folder);
  return folder;
}

/** The archive that a file of a mirror comes from, with its path in there; null for all other files. */
export function archiveMirroredAt(path: string): { readonly archive: string; readonly entry: string } | null {
  for (const [archive, folder] of mirrors) {
    if (path === folder) return { archive, entry: '' };
    if (path.startsWith(folder + sep)) return { archive, entry: path.slice(folder.length + 1) };
  }
  return null;
}

function unpack(archive: string, folder: string): boolean {
  const unfinished = `${folder}-${threadId}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const isArchive = unpackArchive(archive, unfinished);
  try {
    if (isArchive) renameSync(unfinished, folder);
  } catch {
    // Another thread came first.
  }
  removeFolder(unfinished);
  return isArchive;
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
