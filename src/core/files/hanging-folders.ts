import { dirname, parse } from 'node:path';
import type { FileProblem } from './file-calls.ts';

/** If so many of a folder's own folders hang, all that lies below it does. */
const SIDE_BY_SIDE = 4;

/** Of a file that is not even tried, since its folder hangs. */
export const besideHanging: FileProblem = {
  kind: 'unreadable',
  code: 'ETIMEDOUT',
  detail: 'A file beside it still hangs.',
};

/**
 * The folders in which threads hang that were given up, each until its thread ends, if ever. What lies there is not touched
 * meanwhile: a drive that is gone would else take a thread, with its memory, for each of its files or folders.
 */
export class HangingFolders {
  readonly #mostThreads: number;
  /** With how many threads hang in them. */
  readonly #folders = new Map<string, number>();
  /** Folders of which everything below is taken to hang. */
  #drives = new Set<string>();
  #threads = 0;

  /** With `mostThreads` whatever comes has to wait: threads without end would take the whole app with them. */
  constructor(mostThreads: number) {
    this.#mostThreads = mostThreads;
  }

  get isFull(): boolean {
    return this.#threads >= this.#mostThreads;
  }

  /** A thread was given up at this path; `ended` resolves when the thread has ended. */
  add(path: string, ended: Promise<unknown>): void {
    const folder = dirname(path);
    this.#count(folder, 1);
    void ended.finally(() => this.#count(folder, -1));
  }

  has(path: string): boolean {
    if (this.#threads === 0) return false;
    if (this.#folders.has(dirname(path)) || this.#drives.has(parse(path).root)) return true;
    return foldersAbove(path).some((folder) => this.#drives.has(folder));
  }

  #count(folder: string, change: 1 | -1): void {
    const threads = (this.#folders.get(folder) ?? 0) + change;
    if (threads > 0) this.#folders.set(folder, threads);
    else this.#folders.delete(folder);
    this.#threads += change;
    this.#drives = drivesOf([...this.#folders.keys()]);
  }
}

function drivesOf(folders: readonly string[]): Set<string> {
  const inside = new Map<string, Set<string>>();
  for (const folder of folders) {
    let child = folder;
    for (const parent of foldersAbove(folder)) {
      inside.set(parent, (inside.get(parent) ?? new Set()).add(child));
      child = parent;
    }
  }
  const drives = [...inside].filter(([, children]) => children.size >= SIDE_BY_SIDE);
  return new Set(drives.map(([folder]) => folder));
}

/** All but the root, which no drive is that others lie beside. */
function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) above.push(folder);
  return above;
}
