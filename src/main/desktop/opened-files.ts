import { app } from 'electron';
import type { ScreenShortcut } from '../../shared/shortcuts.ts';
import { PathGathering } from './path-gathering.ts';
import { readStartArguments, type StartArguments, withoutAppFolder } from './start-arguments.ts';

type OpenedFilesListener = {
  readonly onFiles: (paths: readonly string[]) => void;
  /** An entry of the desktop's menu for the app was chosen. */
  readonly onScreen: (screen: ScreenShortcut) => void;
};

/**
 * Takes files from the system: those that this start and later ones were asked with, and macOS's own event, also for what is let
 * go on the icon in the dock. To be made before the app is ready: macOS tells of the first ones sooner than that.
 */
export class OpenedFiles {
  /** What this start was asked for. */
  readonly atStart: StartArguments;
  readonly #gathering = new PathGathering((paths) => this.#listener?.onFiles(paths));
  #listener: OpenedFilesListener | null = null;

  constructor() {
    this.atStart = readArguments(process.argv, process.cwd());
    this.#gathering.take(this.atStart.paths);
    app.on('open-file', (event, path) => {
      event.preventDefault();
      this.#gathering.take([path]);
    });
    app.on('second-instance', (_event, argv, workingDirectory) => {
      const { paths, screen } = readArguments(argv, workingDirectory);
      this.#gathering.take(paths);
      if (screen !== null) this.#listener?.onScreen(screen);
    });
  }

  /** Whether anything was opened that nobody has been told of. */
  get hasPending(): boolean {
    return this.#gathering.pending.length > 0;
  }

  /** From here on; what came before is told now. */
  listen(listener: OpenedFilesListener): void {
    this.#listener = listener;
    this.#gathering.release();
    if (this.atStart.screen !== null) listener.onScreen(this.atStart.screen);
  }

  close(): void {
    this.#gathering.close();
  }
}

function readArguments(argv: readonly string[], folder: string): StartArguments {
  return readStartArguments(withoutAppFolder(argv, app.isPackaged), folder);
}

/** What Chromium's lock takes of a later start's words, with room for its own: the first would read beyond what is longer. Bytes. */
const MOST_HANDED_OVER = 24 * 1024;

/** Whether a start's arguments are more than it can tell the app that runs already. */
export function isTooLongToHandOver(argv: readonly string[], folder: string): boolean {
  return [...argv, folder].reduce((all, text) => all + Buffer.byteLength(text) + 1, 0) > MOST_HANDED_OVER;
}
