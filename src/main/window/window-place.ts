import type { DatabaseSync } from 'node:sqlite';
import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import { type Commit, Settings } from '../../core/storage/index.ts';

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Window = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized' | 'maximize'> & {
  readonly on: (event: 'close', listener: () => void) => unknown;
};

const KEPT_AS = 'window-place';
const usual = { width: 1180, height: 780 };

/** The least part of a window that must be on a screen, so that it can be seen and moved. */
const IN_SIGHT = { width: 200, height: 100 };

const coordinate = z.number().int().min(-100_000).max(100_000);
const placeShape = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: coordinate.positive(), height: coordinate.positive() }),
  isMaximized: z.boolean(),
});
type Place = z.infer<typeof placeShape>;

export class WindowPlace {
  readonly #settings: Settings;
  readonly #commit: Commit;
  #place: Place | null;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commit = commit;
    this.#place = this.#settings.json<Place | null>(KEPT_AS, placeShape, null);
  }

  /** Returns the place of a new window. If its last screen is gone, it opens in the middle. */
  bounds(screens: readonly Area[]): Partial<Area> & typeof usual {
    const bounds = this.#place?.bounds;
    if (bounds === undefined) return usual;
    if (screens.some((screen) => isInSight(bounds, screen))) return bounds;
    return { width: bounds.width, height: bounds.height };
  }

  /** Saves the place of this window when it closes. Call it once the page is drawn, because maximizing shows the window. */
  follow(window: Window): void {
    if (this.#place?.isMaximized === true) window.maximize();
    window.on('close', () => this.#keep(window));
  }

  #keep(window: Window): void {
    const place = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
    if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
    this.#place = place;
    // A place that cannot be saved is not worth a notice.
    this.#commit(() => this.#settings.putJson(KEPT_AS, place)).catch(() => undefined);
  }
}

function isInSight(bounds: Area, screen: Area): boolean {
  const shared = (start: number, length: number, from: number, to: number): number =>
    Math.min(start + length, from + to) - Math.max(start, from);
  return (
    shared(bounds.x, bounds.width, screen.x, screen.width) >= IN_SIGHT.width &&
    shared(bounds.y, bounds.height, screen.y, screen.height) >= IN_SIGHT.height &&
    // The title bar must be visible, to move the window.
    bounds.y >= screen.y
  );
}
