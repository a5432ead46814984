import { dialog, type RenderProcessGoneDetails } from 'electron';
import { pageGoneWords } from '../../shared/messages/start.ts';

/** A page that is gone again this soon would fail again and again. */
const AGAIN_WITHIN_MS = 60_000;

type PageRecoveryParts = {
  /** Reloads the page in the window that has lost it. */
  readonly reopen: () => void;
  /** Notifies the user in the reloaded page. */
  readonly tell: () => void;
  readonly quit: () => void;
  readonly onGone: (details: RenderProcessGoneDetails) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
};

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
  readonly #parts: PageRecoveryParts;
  readonly #now: () => number;
  #reopenedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: PageRecoveryParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  follow(window: RecoverableWindow): void {
    window.webContents.on('render-process-gone', (_event, details) => {
      // The window was closed.
      if (details.reason === 'clean-exit' || window.isDestroyed()) return;
      this.#parts.onGone(details);
      const isAgain = this.#now() - this.#reopenedAt < AGAIN_WITHIN_MS;
      if (isAgain) void this.#ask(window);
      else this.#reopen();
    });
  }

  #reopen(): void {
    this.#reopenedAt = this.#now();
    this.#parts.reopen();
    this.#parts.tell();
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
    if (response === 1) this.#parts.quit();
    else if (!window.isDestroyed()) this.#reopen();
  }
}
