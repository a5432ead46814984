import { basename } from 'node:path';
import { HeldFolder, originalFs } from '../../core/files/index.ts';
import { freePath, harmlessName } from './file-names.ts';

const { open, rm, rmdir } = originalFs.promises;

/** A folder of its own among the person's downloads. Nothing in it, or beside it, is ever written over. */
export class DownloadFolder {
  readonly name: string;
  readonly #path: string;
  readonly #held: HeldFolder;
  readonly #onSaved: (path: string) => void;
  /** Two that are written together must not choose the same name: neither is on the disk yet. */
  readonly #taken = new Set<string>();

  /** Makes it. Throws when the disk does. */
  constructor(path: string, onSaved: (path: string) => void) {
    this.name = basename(path);
    this.#path = path;
    // Not one that has come to be there meanwhile.
    this.#held = new HeldFolder(path);
    this.#onSaved = onSaved;
  }

  /** `mode`: who may read it. Rejects when the disk does; nothing of the file is left then. */
  async write(fileName: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
    const { path } = freePath(this.#path, harmlessName(fileName), 'others', this.#taken);
    this.#taken.add(path);
    const written = this.#held.within(basename(path));
    const file = await open(written, 'wx', mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } catch (error) {
      // Half a receipt opens as a broken one, or as an empty page.
      await rm(written, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Takes it away where nothing was written into it. */
  async discard(): Promise<void> {
    this.#held.close();
    await rmdir(this.#path).catch(() => undefined);
  }

  /** All that will be in it is there: the person is told. */
  finish(): void {
    this.#held.close();
    this.#onSaved(this.#path);
  }
}

/** Makes one, under a name that is free. Throws when the disk does. */
export function newDownloadFolder(downloads: string, name: string, onSaved: (path: string) => void): DownloadFolder {
  return new DownloadFolder(freePath(downloads, name).path, onSaved);
}
