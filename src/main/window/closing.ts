import { app, type BrowserWindow } from 'electron';
import { closeQuestionWords } from '../../shared/messages/start.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { askInMessageBox } from '../start/refusal.ts';

/**
 * Asks once, in a message box of the system, before a window with work under way is closed or the user quits the app. A
 * second attempt while the question is open succeeds, because the work is on disk and continues at the next start. If
 * there is a tray, the app can also run without a window: as one of the answers, or as the user's permanent choice.
 */
export class Closing {
  readonly #filesUnderWay: () => number;
  readonly #preferences: Preferences;
  readonly #canStay: () => boolean;
  #isQuitting = false;
  #isAsking = false;
  #stays = false;

  /** `canStay`: the app can be reached without a window, so the answers include running on without one. */
  constructor(filesUnderWay: () => number, preferences: Preferences, canStay: () => boolean) {
    this.#filesUnderWay = filesUnderWay;
    this.#preferences = preferences;
    this.#canStay = canStay;
  }

  /** True if the app runs on without a window. */
  get staysWithoutWindow(): boolean {
    return this.#stays && !this.#isQuitting;
  }

  /** Call when the app was started without a window. */
  stayWithoutWindow(): void {
    this.#stays = true;
  }

  guard(window: BrowserWindow): void {
    this.#stays = false;
    window.on('close', (event) => {
      const isEnding = this.#isQuitting || this.#isAsking;
      const canStay = this.#canStay();
      if (!isEnding && this.#preferences.chosen.whenClosed === 'stay' && canStay) this.#stays = true;
      if (isEnding || this.#stays || !this.#hasQuestion) return;
      event.preventDefault();
      void this.#ask(window, canStay);
    });
  }

  /** Call when the user quits by the menu or its keys. `window`: the open one. */
  quitByUser(window: BrowserWindow | null): void {
    if (window === null || this.#isQuitting || this.#isAsking || !this.#hasQuestion) {
      app.quit();
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    void this.#ask(window, false);
  }

  /** Call when the app is quitting: from now on windows close without a question. */
  quit(): void {
    this.#isQuitting = true;
  }

  get #hasQuestion(): boolean {
    return this.#preferences.chosen.whenClosed !== 'quit' && this.#filesUnderWay() > 0;
  }

  async #ask(window: BrowserWindow, canStay: boolean): Promise<void> {
    this.#isAsking = true;
    const { message, detail, labels, remember } = closeQuestionWords(this.#filesUnderWay(), canStay);
    const choices = canStay ? (['stay', 'quit', 'keepOpen'] as const) : (['keepOpen', 'close'] as const);
    const { response, checkboxChecked } = await askInMessageBox(
      {
        type: 'question',
        message,
        detail,
        buttons: choices.map((choice) => labels[choice]),
        defaultId: 0,
        cancelId: choices.indexOf('keepOpen'),
        ...(canStay ? { checkboxLabel: remember, checkboxChecked: true } : {}),
      },
      window,
    );
    this.#isAsking = false;
    // A second attempt has closed it.
    if (window.isDestroyed()) return;
    const answer = choices[response];
    if (answer === 'keepOpen' || answer === undefined) return;
    // A choice that cannot be saved is asked again.
    if (answer !== 'close' && checkboxChecked)
      await this.#preferences.change({ whenClosed: answer }).catch(() => undefined);
    if (answer !== 'stay') return app.quit();
    this.#stays = true;
    window.close();
  }
}
