import { basename } from 'node:path';
import { originalFs } from '../../core/files/index.ts';
import { freePath, harmlessName } from './file-names.ts';

const { mkdirSync } = originalFs;
const { open, rm, rmdir } = originalFs.promises;

/** A new folder among the user's downloads. No file in it or beside it is overwritten. */
export class DownloadFolder {
  readonly name: string;
  readonly #path: string;
  readonly #onSaved: (path: string) => void;
  /** Names of files in progress: simultaneous writes must not choose the same name before it is on the disk. */
  readonly #taken = new Set<string>();

  /** Creates the folder. Throws if the disk fails. */
  constructor(path: string, onSaved: (path: string) => void) {
    this.name = basename(path);
    this.#path = path;
    // Fails if the folder exists by now.
    mkdirSync(path);
    this.#onSaved = onSaved;
  }

  /** Writes a file with these permissions. Rejects if the disk fails, and leaves no part of the file. */
  async write(fileName: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
    const { path } = freePath(this.#path, harmlessName(fileName), 'others', this.#taken);
    this.#taken.add(path);
    const file = await open(path, 'wx', mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } catch (error) {
      // A part of a receipt would open as a broken receipt or an empty page.
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Removes the folder if it is empty. */
  async discard(): Promise<void> {
    await rmdir(this.#path).catch(() => undefined);
  }

  /** The folder is complete: notifies the user. */
  finish(): void {
    this.#onSaved(this.#path);
  }
}

/** Creates a folder under a free name. Throws if the disk fails. */
export function newDownloadFolder(downloads: string, name: string, onSaved: (path: string) => void): DownloadFolder {
  return new DownloadFolder(freePath(downloads, name).path, onSaved);
}
