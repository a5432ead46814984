import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type { Preferences } from '../../shared/preferences.ts';

/** A window that does not show the question within this time is closed: it hangs, and nothing is lost by closing. */
const SHOWN_WITHIN_MS = 3_000;

/** Whoever tries again so soon after the window was kept open means it, or has never seen the question: a page answers it. */
const MEANT_WITHIN_MS = 30_000;

export type CloseAnswer = CallInputs['app.close']['answer'];

type ClosingParts = {
  /** Files that are still on their way. */
  readonly filesUnderWay: () => number;
  /** What the person has chosen for the app when its window closes. */
  readonly whenClosed: () => Preferences['whenClosed'];
  /** Whether the app can be reached without a window. */
  readonly canStay: () => boolean;
  /** Puts the question to the person, in the window. `canStay`: whether to go on without it is among the answers. */
  readonly ask: (files: number, canStay: boolean) => void;
  /** Shows another number in the question that is open. */
  readonly correct: (files: number) => void;
};

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

/** `yes` does what the person was asked about; `force` does it without a word from the page. */
type Way = { readonly yes: () => void; readonly force: () => void };

type Question = Way & { readonly canStay: boolean; unseen: NodeJS.Timeout | null };

/**
 * Asks once before a window with work under way is closed, or the app is quit by its menu; a second attempt soon after goes
 * through, whatever the page says of the first: no page can keep a window open. The work is on disk and goes on at the next
 * start, so whatever cannot be asked (a page that is gone or hangs, a system that shuts down) is closed without asking.
 * Where there is a tray the app can also go on without a window: that is among the answers, or what the person has chosen for good.
 */
export class Closing {
  readonly #parts: ClosingParts;
  #isQuitting = false;
  #question: Question | null = null;
  #keptOpen: NodeJS.Timeout | null = null;
  #stays = false;

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /** Whether the app goes on although it has no window. */
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
      const { canStay, whenClosed } = this.#parts;
      if (!this.#isEnding(window) && whenClosed() === 'stay' && canStay()) this.#stays = true;
      const way = { yes: () => window.close(), force: () => window.destroy() };
      if (!this.#stays && this.#ask(window, way, canStay())) event.preventDefault();
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
    if (window === null || !this.#ask(window, { yes: quit, force }, false)) {
      quit();
      return;
    }
    // The question is in it.
    if (window.isMinimized()) window.restore();
    window.show();
  }

  /** What the window says about the question. */
  answer(answer: CloseAnswer): void {
    if (this.#question === null) return;
    if (answer === 'shown') {
      if (this.#question.unseen) clearTimeout(this.#question.unseen);
      this.#question.unseen = null;
    } else if (answer === 'close' || answer === 'stay') {
      // Without a tray nobody could reach the app any more, whatever a page says.
      this.#stays = answer === 'stay' && this.#question.canStay && this.#parts.canStay();
      // Still open while it closes, so that this is not asked about again.
      this.#question.yes();
    } else {
      this.#settle();
      this.#forgetKeptOpen();
      this.#keptOpen = setTimeout(() => this.#forgetKeptOpen(), MEANT_WITHIN_MS).unref();
    }
  }

  /** Files moved on: an open question must not name files that are no longer on their way. */
  filesChanged(): void {
    if (this.#question !== null) this.#parts.correct(this.#parts.filesUnderWay());
  }

  /** The app is quitting: from now on windows close without a question. */
  quit(): void {
    this.#isQuitting = true;
  }

  /** False where there is nothing to be asked, or nobody who could be. */
  #ask(window: ClosableWindow, { yes, force }: Way, canStay: boolean): boolean {
    const isDecided = this.#isDecided(window) || this.#parts.whenClosed() === 'quit';
    const files = isDecided ? 0 : this.#parts.filesUnderWay();
    if (files === 0) return false;
    this.#question = { yes, force, canStay, unseen: setTimeout(force, SHOWN_WITHIN_MS) };
    this.#parts.ask(files, canStay);
    return true;
  }

  /** Whether there is nothing to be asked any more, or nobody who could be. */
  #isDecided(window: ClosableWindow): boolean {
    return this.#isEnding(window) || this.#keptOpen !== null;
  }

  /** Whether the app is to end, or was asked to, rather than to go on without its window. */
  #isEnding({ webContents }: ClosableWindow): boolean {
    return this.#isQuitting || this.#question !== null || webContents.isCrashed();
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
