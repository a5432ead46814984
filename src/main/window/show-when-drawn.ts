import type { BrowserWindow } from 'electron';

/** A window whose page loads for longer than this is shown as it is. */
const SHOWN_WITHIN_MS = 2_000;

/** The part of a `BrowserWindow` that is needed here. */
type HiddenWindow = Pick<BrowserWindow, 'isDestroyed' | 'isVisible' | 'show'> & {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  readonly webContents: { once(event: 'did-finish-load' | 'did-fail-load', listener: () => void): unknown };
};

/**
 * Shows a new window once there is something to see. Call it as the page begins to load. On Wayland `ready-to-show` may wait for
 * `show()` itself (electron/electron#48859), so the end of loading counts as well. `beforeShown` runs once, right before.
 */
export function showWhenDrawn(window: HiddenWindow, beforeShown: () => void = () => undefined): void {
  let isDone = false;
  const show = (): void => {
    if (isDone || window.isDestroyed()) return;
    isDone = true;
    clearTimeout(timer);
    const isVisible = window.isVisible();
    beforeShown();
    // A second start may have shown it already: to show it again would take the focus.
    if (!isVisible) window.show();
  };
  const timer = setTimeout(show, SHOWN_WITHIN_MS);
  window.once('closed', () => clearTimeout(timer));
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.webContents.once('did-fail-load', show);
}
