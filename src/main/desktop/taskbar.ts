import { app, type BrowserWindow } from 'electron';
import { overlayImage } from './icons.ts';
import { type Bar, barOf, type Work } from './work-count.ts';

/** Less than this is not seen in a bar of that size. */
const LEAST_STEP = 0.01;
const noBar: Bar = { progress: -1, mode: 'none' };

/** What the dock or the taskbar shows of the app: a bar, and how many files need the person. */
export class Taskbar {
  readonly #window: () => BrowserWindow | null;
  readonly #describe: (needsPerson: number) => string;
  #bar: Bar = noBar;
  #count = 0;

  /** `describe` says the number of the badge in words, for who hears the screen. */
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

  /** Bar and overlay belong to a window: a new one is told of them. */
  windowOpened(window: BrowserWindow): void {
    if (this.#bar.mode !== 'none') this.#showBar();
    if (this.#count > 0) this.#showOverlay();
    // The dock keeps what a window has put there, which nobody could move on any more. Of one that stays it comes back by itself.
    window.on('close', () => {
      this.#bar = noBar;
      this.#showBar();
    });
  }

  #showBar(): void {
    const { progress, mode } = this.#bar;
    this.#window()?.setProgressBar(progress, { mode });
  }

  /** Windows has no number on the button, so this says that there is one. */
  #showOverlay(): void {
    if (process.platform !== 'win32') return;
    const [image, words] = this.#count === 0 ? [null, ''] : [overlayImage(), this.#describe(this.#count)];
    this.#window()?.setOverlayIcon(image, words);
  }
}
