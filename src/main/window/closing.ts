import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type { Preferences } from '../../shared/preferences.ts';

/** A window that does not show the question within this time hangs. It is closed, which loses nothing. */
const SHOWN_WITHIN_MS = 3_000;

export type CloseAnswer = CallInputs['app.close']['answer'];

/** The part of a `BrowserWindow` that is needed here. */
export type ClosableWindow = {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
  on(event: 'closed', listener: () => void): unknown;
  close(): void;
  destroy(): void;
  isMinimized(): boolean;
  restore(): void;
  show(): void;
  isDestroyed(): boolean;
  readonly webContents: {
    on(event: 'render-process-gone', listener: () => void): unknown;
    isCrashed(): boolean;
  };
};

/** `yes` does what the user approves; `force` does it without the page. */
type Way = { readonly yes: () => void; readonly force: () => void };

type Question = Way & { readonly canStay: boolean; unseen: NodeJS.Timeout | null };

/**
 * Asks once before a window with work under way is closed or the menu quits the app. A second attempt while the question
 * is open succeeds. The work is on disk and continues at the next start, so a window that cannot ask (its page is gone
 * or hangs, the system shuts down) closes without a question. If there is a tray, the app can also run without a
 * window: as one of the answers, or as the user's permanent choice.
 */
export class Closing {
  readonly #filesUnderWay: () => number;
  readonly #whenClosed: () => Preferences['whenClosed'];
  readonly #canStay: () => boolean;
  readonly #askInWindow: (files: number, canStay: boolean) => void;
  #isQuitting = false;
  #question: Question | null = null;
  #stays = false;

  /** `canStay`: the app can be reached without a window, so the answers include running on without one. */
  constructor(
    filesUnderWay: () => number,
    whenClosed: () => Preferences['whenClosed'],
    canStay: () => boolean,
    askInWindow: (files: number, canStay: boolean) => void,
  ) {
    this.#filesUnderWay = filesUnderWay;
    this.#whenClosed = whenClosed;
    this.#canStay = canStay;
    this.#askInWindow = askInWindow;
  }

  /** True if the app runs on without a window. */
  get staysWithoutWindow(): boolean {
    return this.#stays && !this.#isQuitting;
  }

  /** The app was started without a window. */
  stayWithoutWindow(): void {
    this.#stays = true;
  }

  guard(window: ClosableWindow): void {
    this.#stays = false;
    window.on('close', (event) => {
      if (!this.#isEnding(window) && this.#whenClosed() === 'stay' && this.#canStay()) this.#stays = true;
      const way = { yes: () => window.close(), force: () => window.destroy() };
      if (!this.#stays && this.#ask(window, way, this.#canStay())) event.preventDefault();
      else this.#settle();
    });
    window.on('closed', () => this.#settle());
    window.webContents.on('render-process-gone', () => {
      // The question is gone with the page.
      const force = this.#question?.force;
      this.#settle();
      if (!window.isDestroyed()) force?.();
    });
  }

  /** The user quits by the menu or its keys. `window`: the open one. `quit`: ends the app. */
  quitByPerson(window: ClosableWindow | null, quit: () => void): void {
    const force = (): void => {
      window?.destroy();
      quit();
    };
    if (window === null || !this.#ask(window, { yes: quit, force }, false)) {
      quit();
      return;
    }
    // The question is in the window.
    if (window.isMinimized()) window.restore();
    window.show();
  }

  /** The page's answer to the question. */
  answer(answer: CloseAnswer): void {
    if (this.#question === null) return;
    if (answer === 'shown') {
      if (this.#question.unseen) clearTimeout(this.#question.unseen);
      this.#question.unseen = null;
    } else if (answer === 'close' || answer === 'stay') {
      // Without a tray the app could not be reached any more, whatever the page says.
      this.#stays = answer === 'stay' && this.#question.canStay && this.#canStay();
      // The question stays set while the window closes, so that it is not asked again.
      this.#question.yes();
    } else {
      this.#settle();
    }
  }

  /** The app is quitting: from now on windows close without a question. */
  quit(): void {
    this.#isQuitting = true;
  }

  /** Returns false if there is nothing to ask, or no page that could. */
  #ask(window: ClosableWindow, { yes, force }: Way, canStay: boolean): boolean {
    if (this.#isEnding(window) || this.#whenClosed() === 'quit') return false;
    const files = this.#filesUnderWay();
    if (files === 0) return false;
    this.#question = { yes, force, canStay, unseen: setTimeout(force, SHOWN_WITHIN_MS) };
    this.#askInWindow(files, canStay);
    return true;
  }

  /** True if the app ends, or was asked to, instead of running without a window. */
  #isEnding({ webContents }: ClosableWindow): boolean {
    return this.#isQuitting || this.#question !== null || webContents.isCrashed();
  }

  #settle(): void {
    if (this.#question?.unseen) clearTimeout(this.#question.unseen);
    this.#question = null;
  }
}
