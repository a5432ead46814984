import type { PageTarget } from '../chromium/targets.ts';
import { originOf } from './scheme-origins.ts';
import { StrictEmitter } from './strict.ts';
import { windowList } from './window-list.ts';

/** How much larger one level of zoom is than the one below. */
const FACTOR_OF_LEVEL = 1.2;

/** The zoom levels of all windows' pages, by origin, but for those that are shown as they are. */
const zoomLevels = new Map<string, number>();

/** What is done to a page from outside of it: editing and zoom, as by a menu's roles, and its end. */
export abstract class PageCommands extends StrictEmitter {
  #zoomed = false;

  /** The page once it is set up. */
  abstract get attached(): Promise<PageTarget>;
  abstract getURL(): string;
  /** Of the window's content, in CSS pixels of a page that is not zoomed. */
  protected abstract contentSize(): { readonly width: number; readonly height: number };

  undo(): void {
    this.#edit('Undo');
  }
  redo(): void {
    this.#edit('Redo');
  }
  cut(): void {
    this.#edit('Cut');
  }
  copy(): void {
    this.#edit('Copy');
  }
  paste(): void {
    this.#edit('Paste');
  }
  pasteAndMatchStyle(): void {
    this.#edit('PasteAndMatchStyle');
  }
  delete(): void {
    this.#edit('Delete');
  }
  selectAll(): void {
    this.#edit('SelectAll');
  }

  forcefullyCrashRenderer(): void {
    void this.attached.then(({ session }) => session.send('Page.crash')).catch(() => undefined);
  }

  get zoomLevel(): number {
    return this.getZoomLevel();
  }
  set zoomLevel(level: number) {
    this.setZoomLevel(level);
  }
  get zoomFactor(): number {
    return this.getZoomFactor();
  }
  set zoomFactor(factor: number) {
    this.setZoomFactor(factor);
  }

  /** As in Electron: of the page's origin, whichever window shows it. */
  getZoomLevel(): number {
    return zoomLevels.get(originOf(this.getURL())) ?? 0;
  }

  setZoomLevel(level: number): void {
    const origin = originOf(this.getURL());
    if (level === 0) zoomLevels.delete(origin);
    else zoomLevels.set(origin, level);
    for (const { webContents } of windowList.all()) webContents.applyZoom();
  }

  getZoomFactor(): number {
    return FACTOR_OF_LEVEL ** this.getZoomLevel();
  }

  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0");
    this.setZoomLevel(Math.log(factor) / Math.log(FACTOR_OF_LEVEL));
  }

  /** For the host: shows the page in its origin's zoom, in the size that its window has now. */
  applyZoom(): void {
    const zoom = this.getZoomFactor();
    if (zoom === 1 && !this.#zoomed) return;
    this.#zoomed = zoom !== 1;
    void this.#show(zoom).catch(() => undefined);
  }

  /** A page that is zoomed has fewer pixels, each of which takes more of the screen's. */
  async #show(zoom: number): Promise<void> {
    const { session } = await this.attached;
    if (zoom === 1) {
      await session.send('Emulation.clearDeviceMetricsOverride');
      return;
    }
    const { width, height } = this.contentSize();
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(width / zoom),
      height: Math.round(height / zoom),
      deviceScaleFactor: zoom,
      mobile: false,
    });
  }

  /** By Chromium's own command, as a menu of its own would. It comes with a key of no name, which the page is not told of. */
  #edit(command: string): void {
    void this.attached
      .then(({ session }) => session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] }))
      .catch(() => undefined);
  }
}
