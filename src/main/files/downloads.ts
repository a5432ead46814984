import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { type BrowserWindow, dialog, type Session } from 'electron';
import { freePath, harmlessName } from '../../core/file-names.ts';
import { originalFs, placeAt, savingProblemOf } from '../../core/files/index.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { SavingProblem } from '../../shared/messages/failures/files.ts';

const { existsSync, mkdirSync, rmSync } = originalFs;
const { rm } = originalFs.promises;

const MOST_REMEMBERED = 200;

export type Saving = {
  /** Returns the user's downloads folder. Throws if nothing can be saved there. */
  readonly folder: () => string;
  /** The app's own folder, which holds a file until it is complete. It is emptied at each start. */
  readonly workFolder: string;
  readonly onSaved: (path: string) => void;
  readonly onFailed: (fileName: string, why: SavingProblem) => void;
};

/** Saves the files that the window exports in the downloads folder, under free names. */
export function saveDownloads(session: Session, saving: Saving): void {
  const { folder, workFolder, onFailed } = saving;
  try {
    rmSync(workFolder, { recursive: true, force: true });
  } catch {
    // The first download reports the failure.
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

/**
 * Moves a complete file of the app to the downloads folder, under a free name. Never rejects. `from` does not exist
 * afterwards.
 */
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

/** Moves a file to the downloads folder. Rejects if the disk fails. */
async function savedIn(folder: () => string, from: string, fileName: string): Promise<string> {
  for (;;) {
    const { path } = freePath(folder(), fileName);
    const placed = await placeAt(from, path);
    if (placed === 'placed') return path;
    if (placed === 'gone') throw new Error('The file is gone.');
  }
}

/** The files saved for the user since the start. The window knows them by ids and never sees or sends a path. */
export class SavedFiles {
  /** Notifies the window. */
  readonly #tell: (file: { readonly savedId: string; readonly fileName: string }) => void;
  readonly #showInFolder: (path: string) => void;
  readonly #paths = new Map<string, string>();

  constructor(
    tell: (file: { readonly savedId: string; readonly fileName: string }) => void,
    showInFolder: (path: string) => void,
  ) {
    this.#tell = tell;
    this.#showInFolder = showInFolder;
  }

  /** Notifies the window of a saved file. */
  tell(path: string): void {
    this.#tell({ savedId: this.remember(path), fileName: basename(path) });
  }

  /** Returns an id for `show`. */
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
    this.#showInFolder(path);
    return success(null);
  }
}

/**
 * Lets the user choose a folder in the system's dialog; null if they cancel. `from`: the folder where the dialog
 * begins.
 */
export async function chooseFolder(window: BrowserWindow | null, title: string, from: string): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title,
    // On a Mac, dialogs have no title bar.
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
