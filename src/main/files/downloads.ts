import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { type BrowserWindow, dialog, type Session } from 'electron';
import { originalFs, placeAt, savingProblemOf } from '../../core/files/index.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { SavingProblem } from '../../shared/messages/failures/files.ts';
import { freePath, harmlessName } from './file-names.ts';

const { existsSync, mkdirSync, rmSync } = originalFs;
const { rm } = originalFs.promises;

/** Nobody looks for more of them than this. */
const MOST_REMEMBERED = 200;

export type Saving = {
  /** The folder of the user's downloads. Throws if nothing can be saved there. */
  readonly folder: () => string;
  /** The app's own folder, in which a file stays until it is whole. Nothing in it outlives the app. */
  readonly workFolder: string;
  readonly onSaved: (path: string) => void;
  readonly onFailed: (fileName: string, why: SavingProblem) => void;
};

/** Saves the files that the window exports in the downloads folder, under a free name. */
export function saveDownloads(session: Session, saving: Saving): void {
  const { folder, workFolder, onFailed } = saving;
  try {
    rmSync(workFolder, { recursive: true, force: true });
  } catch {
    // The first download says that the disk takes nothing.
  }
  session.on('will-download', (event, download) => {
    const fileName = harmlessName(download.getFilename());
    const path = join(workFolder, randomUUID());
    try {
      folder();
      mkdirSync(workFolder, { recursive: true, mode: 0o700 });
    } catch (error) {
      event.preventDefault();
      onFailed(fileName, savingProblemOf(error));
      return;
    }
    download.setSavePath(path);
    download.once('done', (_done, state) => {
      if (state === 'completed') void saveFile(saving, path, fileName);
      else void rm(path, { force: true }).catch(() => undefined);
      if (state === 'interrupted') onFailed(fileName, 'other');
    });
  });
}

/** Moves a whole file of the app's own to the downloads, under a free name. Never rejects; `from` is gone after it. */
export async function saveFile({ folder, onSaved, onFailed }: Saving, from: string, wanted: string): Promise<void> {
  const fileName = harmlessName(wanted);
  try {
    onSaved(await savedIn(folder, from, fileName));
  } catch (error) {
    onFailed(fileName, savingProblemOf(error));
  } finally {
    await rm(from, { force: true }).catch(() => undefined);
  }
}

/** Moves a file to the downloads. Rejects when the disk does. */
async function savedIn(folder: () => string, from: string, fileName: string): Promise<string> {
  for (;;) {
    const { path } = freePath(folder(), fileName);
    const placed = await placeAt(from, path);
    if (placed === 'placed') return path;
    if (placed === 'gone') throw new Error('The file is gone.');
  }
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

  show(id: string): Result<null> {
    const path = this.#paths.get(id);
    if (path === undefined || !existsSync(path)) {
      return failure({ code: 'file-gone' });
    }
    this.#parts.showInFolder(path);
    return success(null);
  }
}

/**
 * Has the person choose a folder in the system's own dialog, in front of the window; null when they cancel it. `from`: where
 * the dialog begins.
 */
export async function chooseFolder(window: BrowserWindow | null, title: string, from: string): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title,
    // On a Mac dialogs have no title bar.
    message: title,
    buttonLabel: 'Choose',
    defaultPath: from,
    properties: ['openDirectory', 'createDirectory'],
  };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
