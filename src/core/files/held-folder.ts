import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { isSameFile, swappedError } from './open-regular-file.ts';
import { originalFs } from './original-fs.ts';

const { closeSync, constants, existsSync, fstatSync, lstatSync, mkdirSync, openSync } = originalFs;

/**
 * A new folder that is kept open, so that files are written into it even if another program replaces it with a link or
 * another folder.
 */
export class HeldFolder {
  readonly #path: string;
  /** The path for writing: through the open descriptor on Linux, elsewhere the folder's own path. */
  readonly #way: string;
  readonly #stats: BigIntStats;
  readonly #descriptor: number | null;

  /** Throws what the disk says, `EEXIST` if something has the name. */
  constructor(path: string, mode = 0o777) {
    mkdirSync(path, { mode });
    this.#path = path;
    this.#descriptor = process.platform === 'linux' ? openSync(path, heldFlags) : null;
    const asked = { bigint: true } as const;
    this.#stats = this.#descriptor === null ? lstatSync(path, asked) : fstatSync(this.#descriptor, asked);
    const way = `/proc/self/fd/${this.#descriptor}`;
    this.#way = this.#descriptor !== null && existsSync(way) ? way : path;
  }

  /** The path of a file in the folder. Throws `ESTALE` if the folder is no longer at its path. */
  within(name: string): string {
    const found = lstatSync(this.#path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined || !isSameFile(found, this.#stats)) throw swappedError();
    return join(this.#way, name);
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}

const heldFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
