import { BrowserWindow, nativeTheme } from 'electron';
import type { WindowEvent } from '../../../shared/bridge/bridge.ts';
import { tellWindow } from '../calls/calls.ts';
import { APP_PAGE } from '../files/app-protocol.ts';

export type MainWindow = ReturnType<typeof createMainWindow>;

/** The one window, opened anew when it was closed. `onOpen` is told of each. */
export function createMainWindow(preload: string, onOpen: (window: BrowserWindow) => void) {
  let window: BrowserWindow | null = null;
  let listening = false;
  const untold: WindowEvent[] = [];

  const current = (): BrowserWindow | null => (window === null || window.isDestroyed() ? null : window);
  const tell = (event: WindowEvent): void => tellWindow(current()?.webContents ?? null, event);

  return {
    current,
    tell,

    show(): void {
      const open = current();
      if (open === null) {
        listening = false;
        window = openWindow(preload);
        onOpen(window);
        return;
      }
      if (open.isMinimized()) open.restore();
      open.show();
      open.focus();
    },

    /** Tells what must not be missed: a page that is still loading hears it once it draws. */
    tellSurely(event: WindowEvent): void {
      if (listening) tell(event);
      else untold.push(event);
    },

    /** The page has asked for all that it draws, and hears events from here on. */
    nowListening(): void {
      listening = true;
      setImmediate(() => untold.splice(0).forEach(tell));
    },
  };
}

/** The app's one window. It is shown once there is something to see. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Dropslip',
    width: 1180,
    height: 780,
    minWidth: 720,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14161a' : '#fbfbfa',
    webPreferences: {
      preload,
      sandbox: true,
      // Words of a page's own, in front of everything, as often as it likes.
      disableDialogs: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // A file dropped beside the drop area must not replace the page.
      navigateOnDragDrop: false,
      // Progress keeps coming while the window is behind another.
      backgroundThrottling: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(APP_PAGE);
  return window;
}
