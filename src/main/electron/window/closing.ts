import type { CallInputs } from '../../../shared/bridge/bridge.ts';

/** A window that does not show the question within this time is closed: it hangs, and nothing is lost by closing. */
const SHOWN_WITHIN_MS = 3_000;

/** Whoever tries again so soon after the window was kept open means it, or has never seen the question: a page answers it. */
const MEANT_WITHIN_MS = 30_000;

export type CloseAnswer = CallInputs['app.close']['answer'];

export type ClosingParts = {
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

export type Closing = {
  /** Watches a window that was just opened. */
  readonly guard: (window: ClosableWindow) => void;
  /** What the window says about the question. */
  readonly answer: (answer: CloseAnswer) => void;
  /** The app is quitting: from now on windows close without a question. */
  readonly quit: () => void;
};

/**
 * Asks once before a window with work under way is closed; a second attempt soon after closes it, whatever the page says of
 * the first: no page can keep a window open. The work is on disk and goes on at the next start, so
 * whatever cannot be asked (a page that is gone or hangs, a system that shuts down) is closed without asking.
 */
export function createClosing({ filesUnderWay, ask }: ClosingParts): Closing {
  let quitting = false;
  let question: { readonly close: () => void; unseen: NodeJS.Timeout | null } | null = null;
  let keptOpen: NodeJS.Timeout | null = null;

  const settle = (): void => {
    if (question?.unseen) clearTimeout(question.unseen);
    question = null;
  };

  const forgetKeptOpen = (): void => {
    if (keptOpen !== null) clearTimeout(keptOpen);
    keptOpen = null;
  };

  return {
    guard(window) {
      window.on('close', (event) => {
        const isDecided = quitting || question !== null || keptOpen !== null || window.webContents.isCrashed();
        const files = isDecided ? 0 : filesUnderWay();
        if (files === 0) {
          settle();
          return;
        }
        event.preventDefault();
        question = {
          close: () => window.close(),
          unseen: setTimeout(() => window.destroy(), SHOWN_WITHIN_MS),
        };
        ask(files);
      });
      window.on('closed', () => {
        settle();
        forgetKeptOpen();
      });
      window.webContents.on('render-process-gone', () => {
        // The question went with the page.
        if (question === null) return;
        settle();
        if (!window.isDestroyed()) window.destroy();
      });
    },

    answer(answer) {
      if (question === null) return;
      if (answer === 'shown') {
        if (question.unseen) clearTimeout(question.unseen);
        question.unseen = null;
      } else if (answer === 'close') {
        // Still open while it closes, so that this is not asked about again.
        question.close();
      } else {
        settle();
        forgetKeptOpen();
        keptOpen = setTimeout(forgetKeptOpen, MEANT_WITHIN_MS).unref();
      }
    },

    quit() {
      quitting = true;
    },
  };
}
