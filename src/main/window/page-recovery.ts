import { app, dialog, type RenderProcessGoneDetails } from 'electron';
import { pageGoneWords } from '../../shared/messages/start.ts';
import type { MainWindow } from './main-window.ts';

/** A page that is gone again this soon would fail again and again. */
const AGAIN_WITHIN_MS = 60_000;

/** The part of a `BrowserWindow` that is needed here. */
type RecoverableWindow = {
  isDestroyed(): boolean;
  readonly webContents: {
    on(event: 'render-process-gone', listener: (event: object, details: RenderProcessGoneDetails) => void): unknown;
  };
};

/**
 * Reloads a page whose process is gone. Nothing is lost, because main keeps the data and continues. If the page fails
 * again soon, the user decides in a message box of the system.
 */
export class PageRecovery {
  readonly #window: MainWindow;
  readonly #onGone: (details: RenderProcessGoneDetails) => void;
  /** Monotonic milliseconds. */
  readonly #now: () => number;
  #reopenedAt = Number.NEGATIVE_INFINITY;

  constructor(
    window: MainWindow,
    onGone: (details: RenderProcessGoneDetails) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#window = window;
    this.#onGone = onGone;
    this.#now = now;
  }

  follow(window: RecoverableWindow): void {
    window.webContents.on('render-process-gone', (_event, details) => {
      // The window was closed.
      if (details.reason === 'clean-exit' || window.isDestroyed()) return;
      this.#onGone(details);
      const isAgain = this.#now() - this.#reopenedAt < AGAIN_WITHIN_MS;
      if (isAgain) void this.#ask(window);
      else this.#reopen();
    });
  }

  #reopen(): void {
    this.#reopenedAt = this.#now();
    this.#window.reopenPage();
    this.#window.sendOnceListening({ kind: 'notice', notice: { code: 'window-reopened' } });
  }

  async #ask(window: RecoverableWindow): Promise<void> {
    const { message, detail, labels } = pageGoneWords;
    const buttons = [labels.reopen, labels.quit];
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Dropslip',
      message,
      detail,
      buttons,
      cancelId: 0,
    });
    if (response === 1) app.quit();
    else if (!window.isDestroyed()) this.#reopen();
  }
}
