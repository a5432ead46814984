import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { clipboard } from './clipboard.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu, MenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import { net } from './net.ts';
import { Notification } from './notification.ts';
import { powerMonitor, powerSaveBlocker } from './power.ts';
import { protocol } from './protocol.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { notImplemented, strictClass } from './strict.ts';
import { Tray } from './tray.ts';

const missing = [
  'BaseWindow',
  'BrowserView',
  'ClipboardItem',
  'ImageView',
  'IpcMainServiceWorker',
  'MessageChannelMain',
  'ShareMenu',
  'TouchBar',
  'View',
  'WebContentsView',
  'WebSocket',
  'autoUpdater',
  'contentTracing',
  'contextBridge',
  'crashReporter',
  'desktopCapturer',
  'globalShortcut',
  'inAppPurchase',
  'ipcRenderer',
  'localAIHandler',
  'netLog',
  'parentPort',
  'pushNotifications',
  'safeStorage',
  'sharedTexture',
  'systemPreferences',
  'utilityProcess',
  'webContents',
  'webFrame',
  'webFrameMain',
  'webUtils',
] as const;

/** What `electron` is to the app's main process: all its names are there, and those not implemented fail when used. */
export const electron: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(missing.map((name) => [name, notImplemented(name)])),
  app,
  BrowserWindow: strictClass('BrowserWindow', BrowserWindow),
  clipboard,
  dialog,
  ipcMain,
  Menu: strictClass('Menu', Menu),
  MenuItem: strictClass('MenuItem', MenuItem),
  nativeImage,
  nativeTheme,
  net,
  Notification: strictClass('Notification', Notification),
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray: strictClass('Tray', Tray),
};
