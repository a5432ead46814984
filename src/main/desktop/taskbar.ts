import { app, type BrowserWindow } from 'electron';
import { overlayImage } from './icons.ts';
import { type Bar, barOf, type Work } from './work-count.ts';

/** A smaller change of the bar is not visible. */
const LEAST_STEP = 0.01;
const noBar: Bar = { progress: -1, mode: 'none' };

/** Shows progress and the number of files that need the user in the dock or the taskbar. */
export class Taskbar {
  readonly #window: () => BrowserWindow | null;
  readonly #describe: (needsPerson: number) => string;
  #bar: Bar = noBar;
  #count = 0;

  /** `describe` returns the number of the badge in words, for screen readers. */
  constructor(window: () => BrowserWindow | null, describe: (needsPerson: number) => string) {
    this.#window = window;
    this.#describe = describe;
  }

  show(work: Work): void {
    const bar = barOf(work);
    if (bar.mode !== this.#bar.mode || Math.abs(bar.progress - this.#bar.progress) >= LEAST_STEP) {
      this.#bar = bar;
      this.#showBar();
    }
    if (work.needsPerson === this.#count) return;
    this.#count = work.needsPerson;
    app.setBadgeCount(this.#count);
    this.#showOverlay();
  }

  /** Bar and overlay belong to a window, so a new window needs them again. */
  windowOpened(window: BrowserWindow): void {
    if (this.#bar.mode !== 'none') this.#showBar();
    if (this.#count > 0) this.#showOverlay();
    // The dock keeps a closed window's bar, which nothing would update any more. If the window stays open, the next
    // progress shows the bar again.
    window.on('close', () => {
      this.#bar = noBar;
      this.#showBar();
    });
  }

  #showBar(): void {
    const { progress, mode } = this.#bar;
    this.#window()?.setProgressBar(progress, { mode });
  }

  /** Windows shows no number on the button, so the overlay says that there is one. */
  #showOverlay(): void {
    if (process.platform !== 'win32') return;
    const [image, words] = this.#count === 0 ? [null, ''] : [overlayImage(), this.#describe(this.#count)];
    this.#window()?.setOverlayIcon(image, words);
  }
}
