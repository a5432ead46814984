import { EventEmitter } from 'node:events';
import type { KeyPress } from './accelerator.ts';
import type { BrowserWindow } from './browser-window.ts';

/** In screen pixels. */
export type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type ListEvents = {
  added: [window: BrowserWindow];
  focused: [window: BrowserWindow];
  blurred: [window: BrowserWindow];
  /** A window is gone; `left` are still there. */
  closed: [left: number];
  'close-refused': [];
  /** A key was pressed in the window's page, which has left it to others. */
  'key-left-over': [window: BrowserWindow, key: KeyPress];
};

/** The app's windows, oldest first, and which of them has the focus. */
class WindowList extends EventEmitter<ListEvents> {
  defaultTitle = '';
  readonly #windows = new Set<BrowserWindow>();
  #focused: BrowserWindow | null = null;

  all(): readonly BrowserWindow[] {
    return [...this.#windows];
  }

  focused(): BrowserWindow | null {
    return this.#focused;
  }

  add(window: BrowserWindow): void {
    this.#windows.add(window);
    this.emit('added', window);
  }

  remove(window: BrowserWindow): void {
    this.#windows.delete(window);
    if (this.#focused === window) this.#focused = null;
  }

  focus(window: BrowserWindow): void {
    if (this.#focused === window) return;
    if (this.#focused !== null) this.blur(this.#focused);
    this.#focused = window;
    window.emit('focus');
    this.emit('focused', window);
  }

  blur(window: BrowserWindow): void {
    if (this.#focused !== window) return;
    this.#focused = null;
    window.emit('blur');
    this.emit('blurred', window);
  }

  reportClosed(): void {
    this.emit('closed', this.#windows.size);
  }

  reportKeyLeftOver(window: BrowserWindow, key: KeyPress): void {
    this.emit('key-left-over', window, key);
  }

  reportCloseRefused(): void {
    this.emit('close-refused');
  }
}

export const windowList = new WindowList();
