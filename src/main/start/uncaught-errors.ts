import { dialog } from 'electron';
import type { Logger } from 'pino';
import { uncaughtWords } from '../../shared/messages/start.ts';

/**
 * Handles uncaught errors of main. Electron would show the error and continue with main in an unknown state. `end` ends
 * the app instead, and is called once.
 */
export class UncaughtErrors {
  #end: (error: unknown) => void;
  #hasEnded = false;

  constructor(end: (error: unknown) => void) {
    this.#end = end;
    process.on('uncaughtException', (error) => this.take(error));
    // The terminal that started the app may be closed; output to it does not matter.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  take(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#end(error);
  }

  /** Call once the app runs: it then ends by `end` and shows the error in a window. */
  endRunning(log: Logger, end: () => void): void {
    this.#end = (error) => {
      log.error({ error }, 'the app closes because of an unhandled error');
      // Ends first, which writes all data: the window blocks main until the user closes it.
      end();
      const { title, text } = uncaughtWords(error instanceof Error ? error.message : String(error));
      dialog.showErrorBox(title, text);
    };
    // A rejected promise is one failed action; the state of main is still known.
    process.on('unhandledRejection', (error) => log.error({ error }, 'a promise was rejected without a handler'));
  }
}
