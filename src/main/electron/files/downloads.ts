import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Session } from 'electron';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import { originalFs } from '../../files/index.ts';
import { freePath, harmlessName } from './file-names.ts';

const { existsSync } = originalFs;

/** Nobody looks for more of them than this. */
const MOST_REMEMBERED = 200;

type DownloadsParts = {
  /** The folder of the person's downloads. */
  readonly folder: () => string;
  readonly onSaved: (path: string) => void;
  readonly onFailed: (fileName: string) => void;
  /** The folder is not there: nothing is saved, least of all elsewhere. */
  readonly onHomeless: (fileName: string) => void;
};

/** What the window offers to save goes to the person's downloads under a name that is free there. */
export function saveDownloads(session: Session, { folder, onSaved, onFailed, onHomeless }: DownloadsParts): void {
  // Two that begin together must not choose the same name: neither is on the disk yet.
  const taken = new Set<string>();
  session.on('will-download', (event, download) => {
    const fileName = harmlessName(download.getFilename());
    if (!existsSync(folder())) {
      event.preventDefault();
      onHomeless(fileName);
      return;
    }
    const path = freePath(folder(), fileName, taken);
    taken.add(path);
    download.setSavePath(path);
    download.once('done', (_done, state) => {
      taken.delete(path);
      if (state === 'completed') onSaved(path);
      else if (state === 'interrupted') onFailed(basename(path));
    });
  });
}

type SavedFilesParts = {
  /** Tells the window. */
  readonly tell: (file: { readonly savedId: string; readonly fileName: string }) => void;
  readonly showInFolder: (path: string) => void;
};

/** What was saved for the person since the start. The window asks for each by an id and never learns, or says, a path. */
export class SavedFiles {
  readonly #parts: SavedFilesParts;
  readonly #paths = new Map<string, string>();

  constructor(parts: SavedFilesParts) {
    this.#parts = parts;
  }

  /** Something was saved that the window is to hear of. */
  tell(path: string): void {
    this.#parts.tell({ savedId: this.remember(path), fileName: basename(path) });
  }

  /** The id under which it can be shown. */
  remember(path: string): string {
    const id = randomUUID();
    this.#paths.set(id, path);
    const [oldest] = this.#paths.keys();
    if (oldest !== undefined && this.#paths.size > MOST_REMEMBERED) this.#paths.delete(oldest);
    return id;
  }

  /** Shows it in the system's own file manager. Error: `file-gone`. */
  show(id: string): Result<null> {
    const path = this.#paths.get(id);
    if (path === undefined || !existsSync(path)) {
      return failure({ code: 'file-gone' });
    }
    this.#parts.showInFolder(path);
    return success(null);
  }
}
