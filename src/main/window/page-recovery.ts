import type { BrowserWindow, RenderProcessGoneDetails } from 'electron';
import type { MainWindow } from './main-window.ts';

/** Limits the work for a page that crashes again and again. */
const REOPEN_AFTER_MS = 1_000;

/** Reloads the window's page when its process is gone. Main keeps the data and continues. */
export function recoverPage(
  mainWindow: MainWindow,
  opened: BrowserWindow,
  onGone: (details: RenderProcessGoneDetails) => void,
): void {
  opened.webContents.on('render-process-gone', (_event, details) => {
    // The window was closed.
    if (details.reason === 'clean-exit' || opened.isDestroyed()) return;
    onGone(details);
    setTimeout(() => {
      if (opened.isDestroyed()) return;
      mainWindow.reopenPage();
      mainWindow.sendOnceListening({ kind: 'notice', notice: { code: 'window-reopened' } });
    }, REOPEN_AFTER_MS);
  });
}
