import type { BrowserWindow } from 'electron';

/** A window is shown after this time even if its page still loads. */
const SHOWN_WITHIN_MS = 2_000;

/** The part of a `BrowserWindow` that is needed here. */
type HiddenWindow = Pick<BrowserWindow, 'isDestroyed' | 'isVisible' | 'show'> & {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  readonly webContents: { once(event: 'did-finish-load' | 'did-fail-load', listener: () => void): unknown };
};

/**
 * Shows a new window once its page is drawn. Call it when the page begins to load. On Wayland `ready-to-show` may wait
 * for `show()` (electron/electron#48859), so the end of loading counts as well. `beforeShown` runs once, directly
 * before.
 */
export function showWhenDrawn(window: HiddenWindow, beforeShown: () => void = () => undefined): void {
  let isDone = false;
  const show = (): void => {
    if (isDone || window.isDestroyed()) return;
    isDone = true;
    clearTimeout(timer);
    const isVisible = window.isVisible();
    beforeShown();
    // A second start may have shown it already. Showing it again would take the focus.
    if (!isVisible) window.show();
  };
  const timer = setTimeout(show, SHOWN_WITHIN_MS);
  window.once('closed', () => clearTimeout(timer));
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.webContents.once('did-fail-load', show);
}
