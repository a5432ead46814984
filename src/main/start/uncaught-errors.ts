import { dialog } from 'electron';
import type { Logger } from 'pino';
import { uncaughtWords } from '../../shared/messages/start.ts';

/**
 * Hears what main throws where nobody catches it. Electron itself shows it and goes on, with main in a state that nobody
 * knows: `end` is to end the app instead, and is called once.
 */
export class UncaughtErrors {
  #end: (error: unknown) => void;
  #hasEnded = false;

  constructor(end: (error: unknown) => void) {
    this.#end = end;
    process.on('uncaughtException', (error) => this.take(error));
    // Who started the app from a terminal may have closed it. What is written there is missed by nobody.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  take(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#end(error);
  }

  /** From here on the app runs: it ends by `end`, in whatever order it ends in, and says so in a window. */
  endRunning(log: Logger, end: () => void): void {
    this.#end = (error) => {
      log.error({ error }, 'the app closes because of an unhandled error');
      // First what is to be written: the window waits for a person, and all of main with it.
      end();
      const { title, text } = uncaughtWords(error instanceof Error ? error.message : String(error));
      dialog.showErrorBox(title, text);
    };
    // Of one thing that did not work, main is not in an unknown state.
    process.on('unhandledRejection', (error) => log.error({ error }, 'a promise was rejected without a handler'));
  }
}
