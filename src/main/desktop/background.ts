import type { Preferences } from '../../shared/preferences.ts';
import type { TrayIcon, TrayState } from './tray.ts';

type BackgroundParts = {
  /** Whether an icon would be seen in a tray. */
  readonly lookForTray: () => Promise<boolean>;
  readonly openTray: () => Pick<TrayIcon, 'update' | 'close'>;
  readonly whenClosed: () => Preferences['whenClosed'];
  readonly showWindow: () => void;
};

/** At login the desktop may have its tray later than it starts the app: looked for so often, this long after one another. */
const LOOKS_AT_LOGIN = 20;
const LOOK_EVERY_MS = 500;

/** The app without a window: only where its icon in the tray leads back to one. */
export class Background {
  readonly #parts: BackgroundParts;
  #canStay = false;
  #isWithoutWindow = false;
  #tray: Pick<TrayIcon, 'update' | 'close'> | null = null;
  #state: TrayState = { line: '', canPause: false, canResume: false };
  #isClosed = false;

  constructor(parts: BackgroundParts) {
    this.#parts = parts;
  }

  /** As it was found at the last look. */
  get canStay(): boolean {
    return this.#canStay;
  }

  /** Looks for the tray: the desktop may have lost or gained it. */
  async look(): Promise<boolean> {
    this.#canStay = await this.#parts.lookForTray().catch(() => false);
    this.refresh();
    return this.#canStay;
  }

  /** The system has started the app at login: without a window, unless there is no tray to come back from. */
  async startWithoutWindow(): Promise<void> {
    this.#isWithoutWindow = true;
    for (let looks = 1; !(await this.look()) && looks < LOOKS_AT_LOGIN; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    this.#showIfLost();
  }

  /** The last window has closed, and the app stays. */
  async windowClosed(): Promise<void> {
    this.#isWithoutWindow = true;
    this.refresh();
    // The tray may be gone since the last look, and with it the only way back.
    await this.look();
    this.#showIfLost();
  }

  windowOpened(): void {
    this.#isWithoutWindow = false;
    this.refresh();
  }

  /** Shows what is known by now, or takes the icon away where the app has a window and ends with it. */
  refresh(state: TrayState = this.#state): void {
    this.#state = state;
    const isWanted = this.#isWithoutWindow || this.#parts.whenClosed() === 'stay';
    if (this.#canStay && isWanted && !this.#isClosed) {
      this.#tray ??= this.#parts.openTray();
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

  /** Somebody may have opened the window while the tray was looked for, or the app may be ending. */
  #showIfLost(): void {
    if (!this.#canStay && this.#isWithoutWindow && !this.#isClosed) this.#parts.showWindow();
  }
}
