import type { CallInputs } from '../../../shared/bridge/bridge.ts';

/** A window that does not show the question within this time is closed: it hangs, and nothing is lost by closing. */
const SHOWN_WITHIN_MS = 3_000;

/** Whoever tries again so soon after the window was kept open means it, or has never seen the question: a page answers it. */
const MEANT_WITHIN_MS = 30_000;

export type CloseAnswer = CallInputs['app.close']['answer'];

type ClosingParts = {
  /** Files that are still on their way. */
  readonly filesUnderWay: () => number;
  /** Puts the question to the person, in the window. */
  readonly ask: (files: number) => void;
};

/** The part of a `BrowserWindow` that is needed here. */
export type ClosableWindow = {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
  on(event: 'closed', listener: () => void): unknown;
  close(): void;
  destroy(): void;
  isDestroyed(): boolean;
  readonly webContents: {
    on(event: 'render-process-gone', listener: () => void): unknown;
    isCrashed(): boolean;
  };
};

/** `yes` does what the person was asked about; `force` does it without a word from the page. */
type Way = { readonly yes: () => void; readonly force: () => void };

type Question = Way & { unseen: NodeJS.Timeout | null };

/**
 * Asks once before a window with work under way is closed, or the app is quit by its menu; a second attempt soon after goes
 * through, whatever the page says of the first: no page can keep a window open. The work is on disk and goes on at the next
 * start, so whatever cannot be asked (a page that is gone or hangs, a system that shuts down) is closed without asking.
 */
export class Closing {
  readonly #parts: ClosingParts;
  #isQuitting = false;
  #question: Question | null = null;
  #keptOpen: NodeJS.Timeout | null = null;

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /** Watches a window that was just opened. */
  guard(window: ClosableWindow): void {
    window.on('close', (event) => {
      const isAsked = this.#ask(window, { yes: () => window.close(), force: () => window.destroy() });
      if (isAsked) event.preventDefault();
      else this.#settle();
    });
    window.on('closed', () => {
      this.#settle();
      this.#forgetKeptOpen();
    });
    window.webContents.on('render-process-gone', () => {
      // The question went with the page.
      const force = this.#question?.force;
      this.#settle();
      if (!window.isDestroyed()) force?.();
    });
  }

  /** The person wants to quit, by the menu or its keys; `window`: the one that is open, `quit`: ends the app. */
  quitByPerson(window: ClosableWindow | null, quit: () => void): void {
    const force = (): void => {
      window?.destroy();
      quit();
    };
    if (window === null || !this.#ask(window, { yes: quit, force })) quit();
  }

  /** What the window says about the question. */
  answer(answer: CloseAnswer): void {
    if (this.#question === null) return;
    if (answer === 'shown') {
      if (this.#question.unseen) clearTimeout(this.#question.unseen);
      this.#question.unseen = null;
    } else if (answer === 'close') {
      // Still open while it closes, so that this is not asked about again.
      this.#question.yes();
    } else {
      this.#settle();
      this.#forgetKeptOpen();
      this.#keptOpen = setTimeout(() => this.#forgetKeptOpen(), MEANT_WITHIN_MS).unref();
    }
  }

  /** The app is quitting: from now on windows close without a question. */
  quit(): void {
    this.#isQuitting = true;
  }

  /** False where there is nothing to be asked, or nobody who could be. */
  #ask(window: ClosableWindow, { yes, force }: Way): boolean {
    const isDecided =
      this.#isQuitting || this.#question !== null || this.#keptOpen !== null || window.webContents.isCrashed();
    const files = isDecided ? 0 : this.#parts.filesUnderWay();
    if (files === 0) return false;
    this.#question = { yes, force, unseen: setTimeout(force, SHOWN_WITHIN_MS) };
    this.#parts.ask(files);
    return true;
  }

  #settle(): void {
    if (this.#question?.unseen) clearTimeout(this.#question.unseen);
    this.#question = null;
  }

  #forgetKeptOpen(): void {
    if (this.#keptOpen !== null) clearTimeout(this.#keptOpen);
    this.#keptOpen = null;
  }
}
