import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import type { MainWindow } from './main-window.ts';

/**
 * Shows the window and the right place in it after an event from outside: a link, a desktop notification, the menu, or
 * opened files.
 */
export class WayIn {
  readonly #window: MainWindow;
  readonly #activate: (accountId: string) => Promise<void>;
  #isClosed = false;

  /** `activate` makes an account the shown one. */
  constructor(window: MainWindow, activate: (accountId: string) => Promise<void>) {
    this.#window = window;
    this.#activate = activate;
  }

  /** Null only shows the window. */
  to(event: WindowEvent | null): void {
    if (this.#isClosed) return;
    this.#window.show();
    if (event !== null) this.#window.sendOnceListening(event);
  }

  async toQueue(accountId: string): Promise<void> {
    if (this.#isClosed) return;
    await this.#activate(accountId);
    this.to({ kind: 'open-queue' });
  }

  /** A closing app shows nothing any more. A start from now on opens a new app. */
  close(): void {
    this.#isClosed = true;
  }
}
