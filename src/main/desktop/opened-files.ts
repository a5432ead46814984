import { app } from 'electron';
import { PathGathering } from './path-gathering.ts';
import { readStartArguments, type StartArguments, withoutAppFolder } from './start-arguments.ts';

/**
 * Takes opened files from the system: the arguments of this start and of later ones, and macOS's `open-file` event,
 * which includes drops on the dock icon. Create it before the app is ready, because macOS sends the first events before
 * that.
 */
export class OpenedFiles {
  readonly atStart: StartArguments;
  readonly #gathering = new PathGathering((paths) => this.#onFiles?.(paths));
  #onFiles: ((paths: readonly string[]) => void) | null = null;

  constructor() {
    this.atStart = readArguments(process.argv, process.cwd());
    this.#gathering.take(this.atStart.paths);
    app.on('open-file', (event, path) => {
      event.preventDefault();
      this.#gathering.take([path]);
    });
    app.on('second-instance', (_event, argv, workingDirectory) => {
      this.#gathering.take(readArguments(argv, workingDirectory).paths);
    });
  }

  /** True if files were opened that no listener has received. */
  get hasPending(): boolean {
    return this.#gathering.pending.length > 0;
  }

  /** Sets the listener, which at once receives everything opened before. */
  listen(onFiles: (paths: readonly string[]) => void): void {
    this.#onFiles = onFiles;
    this.#gathering.release();
  }

  close(): void {
    this.#gathering.close();
  }
}

function readArguments(argv: readonly string[], folder: string): StartArguments {
  return readStartArguments(withoutAppFolder(argv, app.isPackaged), folder);
}

/**
 * The bytes of a later start's arguments that Chromium's lock can carry, with room for its own: the first instance
 * would read beyond the end of a longer text.
 */
const MOST_HANDED_OVER = 24 * 1024;

/** True if a start's arguments are too long to hand over to the running app. */
export function isTooLongToHandOver(argv: readonly string[], folder: string): boolean {
  return [...argv, folder].reduce((all, text) => all + Buffer.byteLength(text) + 1, 0) > MOST_HANDED_OVER;
}
