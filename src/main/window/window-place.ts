import type { DatabaseSync } from 'node:sqlite';
import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import { type Commit, Settings } from '../../core/storage/index.ts';

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type On<Event extends string> = { readonly on: (event: Event, listener: () => void) => unknown };
type Window = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized' | 'maximize'> &
  On<'resize'> &
  On<'move'> &
  On<'maximize'> &
  On<'unmaximize'> &
  On<'close'> &
  On<'closed'>;

const KEPT_AS = 'window-place';
const usual = { width: 1180, height: 780 };

/** So much of a window has to be on a screen to be seen and to be moved. */
const IN_SIGHT = { width: 200, height: 100 };

/** While it is moved or sized it says so many times a second. */
const SETTLED_AFTER_MS = 500;

const side = z.number().int().min(-100_000).max(100_000);
const placeShape = z.object({
  bounds: z.object({ x: side, y: side, width: side.positive(), height: side.positive() }),
  isMaximized: z.boolean(),
});
type Place = z.infer<typeof placeShape>;

export class WindowPlace {
  readonly #settings: Settings;
  readonly #commit: Commit;
  #place: Place | null;
  #timer: NodeJS.Timeout | undefined;

  constructor({ database, commit }: { readonly database: DatabaseSync; readonly commit: Commit }) {
    this.#settings = new Settings(database);
    this.#commit = commit;
    this.#place = this.#settings.json<Place | null>(KEPT_AS, placeShape, null);
  }

  /** For a new window. The screen that it was on may be gone by now: it opens in the middle then. */
  bounds(screens: readonly Area[]): Partial<Area> & typeof usual {
    const bounds = this.#place?.bounds;
    if (bounds === undefined) return usual;
    if (screens.some((screen) => isInSight(bounds, screen))) return bounds;
    return { width: bounds.width, height: bounds.height };
  }

  /** Keeps where this window goes. Call it once there is something to see in it, for to maximize a window shows it. */
  follow(window: Window): void {
    if (this.#place?.isMaximized === true) window.maximize();
    const keepSoon = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#keep(window), SETTLED_AFTER_MS);
    };
    window.on('resize', keepSoon);
    window.on('move', keepSoon);
    window.on('maximize', keepSoon);
    window.on('unmaximize', keepSoon);
    window.on('close', () => {
      clearTimeout(this.#timer);
      this.#keep(window);
    });
    // One that is gone can't be asked any more.
    window.on('closed', () => clearTimeout(this.#timer));
  }

  #keep(window: Window): void {
    const place = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
    if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
    this.#place = place;
    // What could not be kept is no loss that a person has to be told of.
    this.#commit(() => this.#settings.putJson(KEPT_AS, place)).catch(() => undefined);
  }
}

function isInSight(bounds: Area, screen: Area): boolean {
  const shared = (start: number, length: number, from: number, to: number): number =>
    Math.min(start + length, from + to) - Math.max(start, from);
  return (
    shared(bounds.x, bounds.width, screen.x, screen.width) >= IN_SIGHT.width &&
    shared(bounds.y, bounds.height, screen.y, screen.height) >= IN_SIGHT.height &&
    // Its title bar is what it is moved by.
    bounds.y >= screen.y
  );
}
