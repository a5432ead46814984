import { dialog, type RenderProcessGoneDetails } from 'electron';
import { pageGoneWords } from '../../shared/messages/start.ts';

/** A page that is gone again so soon would go again and again. */
const AGAIN_WITHIN_MS = 60_000;

type PageRecoveryParts = {
  /** Opens the page anew, in the window that has lost it. */
  readonly reopen: () => void;
  /** Tells the person, in the page that was opened anew. */
  readonly tell: () => void;
  readonly quit: () => void;
  readonly onGone: (details: RenderProcessGoneDetails) => void;
  /** In milliseconds, from any beginning. */
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
 * Opens the page anew whose process is gone: it shows what main knows, and main goes on all the while. Once; of a page that
 * does not stay the person is told in the system's own window, and decides.
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
      // It went because its window did.
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
