import { dirname } from 'node:path';
import type { FileProblem } from './file-calls.ts';

/** If this many subfolders of a folder hang, everything below the folder counts as hanging. */
const MOST_HANGING_SUBFOLDERS = 4;

/** The result for a file that is not accessed because its folder hangs. */
export const besideHanging: FileProblem = {
  kind: 'unreadable',
  code: 'ETIMEDOUT',
  detail: 'A file beside it still hangs.',
};

/**
 * The folders in which abandoned threads hang, until those threads end. Their files are not accessed meanwhile, because
 * each access to an absent drive would occupy another thread and its memory.
 */
export class HangingFolders {
  readonly #mostThreads: number;
  /** The number of threads that hang in each folder. */
  readonly #folders = new Map<string, number>();
  /** Folders below which everything counts as hanging. */
  #hangingTrees = new Set<string>();
  #threads = 0;

  /** At `mostThreads` hanging threads every call waits, because unlimited threads would exhaust the memory. */
  constructor(mostThreads: number) {
    this.#mostThreads = mostThreads;
  }

  get isFull(): boolean {
    return this.#threads >= this.#mostThreads;
  }

  /** Call when a thread was abandoned at this path. `ended` resolves when the thread has ended. */
  add(path: string, ended: Promise<unknown>): void {
    const folder = dirname(path);
    this.#count(folder, 1);
    void ended.finally(() => this.#count(folder, -1));
  }

  has(path: string): boolean {
    if (this.#threads === 0) return false;
    return this.#folders.has(dirname(path)) || foldersAbove(path).some((folder) => this.#hangingTrees.has(folder));
  }

  #count(folder: string, change: 1 | -1): void {
    const threads = (this.#folders.get(folder) ?? 0) + change;
    if (threads > 0) this.#folders.set(folder, threads);
    else this.#folders.delete(folder);
    this.#threads += change;
    this.#hangingTrees = treesOf([...this.#folders.keys()]);
  }
}

/** The folders of which many subfolders hang, such as the top folder of an absent drive. */
function treesOf(folders: readonly string[]): Set<string> {
  const inside = new Map<string, Set<string>>();
  for (const folder of folders) {
    let child = folder;
    for (const parent of foldersAbove(folder)) {
      inside.set(parent, (inside.get(parent) ?? new Set()).add(child));
      child = parent;
    }
  }
  const trees = [...inside].filter(([, children]) => children.size >= MOST_HANGING_SUBFOLDERS);
  return new Set(trees.map(([folder]) => folder));
}

/** All parent folders except the root, because the root contains all drives. */
function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) above.push(folder);
  return above;
}
