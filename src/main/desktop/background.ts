import type { Preferences } from '../../shared/preferences.ts';
import type { TrayIcon, TrayState } from './tray.ts';

/** At login the desktop may start its tray after the app, so the app looks for it this often, with this pause. */
const LOOKS_AT_LOGIN = 20;
const LOOK_EVERY_MS = 500;

/** Keeps the app running without a window, if a tray icon can open the window again. */
export class Background {
  /** Resolves with true if a tray icon would be visible. */
  readonly #lookForTray: () => Promise<boolean>;
  readonly #openTray: () => TrayIcon;
  readonly #whenClosed: () => Preferences['whenClosed'];
  readonly #showWindow: () => void;
  #canStay = false;
  #isWithoutWindow = false;
  #tray: TrayIcon | null = null;
  #state: TrayState = { line: '', canPause: false, canResume: false };
  #isClosed = false;

  constructor(
    lookForTray: () => Promise<boolean>,
    openTray: () => TrayIcon,
    whenClosed: () => Preferences['whenClosed'],
    showWindow: () => void,
  ) {
    this.#lookForTray = lookForTray;
    this.#openTray = openTray;
    this.#whenClosed = whenClosed;
    this.#showWindow = showWindow;
  }

  /** The result of the last `look`. */
  get canStay(): boolean {
    return this.#canStay;
  }

  /** Looks for the tray, which the desktop may have lost or gained. */
  async look(): Promise<boolean> {
    this.#canStay = await this.#lookForTray().catch(() => false);
    this.refresh();
    return this.#canStay;
  }

  /** The system started the app at login. Shows no window unless the tray is missing. */
  async startWithoutWindow(): Promise<void> {
    this.#isWithoutWindow = true;
    for (let looks = 1; !(await this.look()) && looks < LOOKS_AT_LOGIN; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    this.#showIfLost();
  }

  /** The last window has closed, and the app keeps running. */
  async windowClosed(): Promise<void> {
    this.#isWithoutWindow = true;
    this.refresh();
    // The tray, the only way back, may be gone since the last look.
    await this.look();
    this.#showIfLost();
  }

  windowOpened(): void {
    this.#isWithoutWindow = false;
    this.refresh();
  }

  /** Updates the tray icon, or removes it if the app has a window and ends with it. */
  refresh(state: TrayState = this.#state): void {
    this.#state = state;
    const isWanted = this.#isWithoutWindow || this.#whenClosed() === 'stay';
    if (this.#canStay && isWanted && !this.#isClosed) {
      this.#tray ??= this.#openTray();
      this.#tray.update(state);
    } else {
      this.#tray?.close();
      this.#tray = null;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.refresh();
  }

  /** The user may have opened the window during the look, or the app may be closing. */
  #showIfLost(): void {
    if (!this.#canStay && this.#isWithoutWindow && !this.#isClosed) this.#showWindow();
  }
}
