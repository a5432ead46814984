import { BrowserWindow, nativeTheme } from 'electron';
import { APP_PAGE } from './app-protocol.ts';

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
