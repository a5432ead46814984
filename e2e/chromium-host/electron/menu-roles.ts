import { app } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { ItemOptions } from './menu.ts';
import type { WebContents } from './web-contents.ts';

/** What a menu's entry does by its role, and how it looks where the app says nothing else. */
type Role = {
  readonly label: string;
  readonly accelerator?: string;
  /** Electron leaves the keys to the page, where Chromium itself knows them. */
  readonly registerAccelerator?: false;
  /** On macOS too the entry acts by Electron, not by the system. */
  readonly toWindow?: (window: BrowserWindow) => void;
  readonly toContents?: (contents: WebContents) => void;
  readonly toApp?: () => void;
  readonly submenu?: readonly ItemOptions[];
};

const isMac = process.platform === 'darwin';
const separator: ItemOptions = { type: 'separator' };
const asItems = (...roles: readonly string[]): readonly ItemOptions[] =>
  roles.map((role) => (role === '-' ? separator : { role }));

/**
 * Of Electron's roles, in lower case. Those of macOS alone (`services`, `front` …) do nothing: the system performs them there.
 * What a role does is done on macOS too, where for most of them the system does the same.
 */
const roles: Readonly<Record<string, () => Role>> = {
  about: () => ({ label: process.platform === 'linux' ? 'About' : `About ${app.name}` }),
  close: () => ({
    label: isMac ? 'Close Window' : 'Close',
    accelerator: 'CommandOrControl+W',
    toWindow: (window) => window.close(),
  }),
  copy: () => editing('Copy', 'CommandOrControl+C', (contents) => contents.copy()),
  cut: () => editing('Cut', 'CommandOrControl+X', (contents) => contents.cut()),
  delete: () => ({ label: 'Delete', toContents: (contents) => contents.delete() }),
  forcereload: () => ({
    label: 'Force Reload',
    accelerator: 'Shift+CmdOrCtrl+R',
    toContents: (contents) => contents.reloadIgnoringCache(),
  }),
  front: () => ({ label: 'Bring All to Front' }),
  help: () => ({ label: 'Help' }),
  hide: () => ({ label: `Hide ${app.name}`, accelerator: 'Command+H' }),
  hideothers: () => ({ label: 'Hide Others', accelerator: 'Command+Alt+H' }),
  minimize: () => ({
    label: 'Minimize',
    accelerator: 'CommandOrControl+M',
    toWindow: (window) => {
      if (window.isMinimizable()) window.minimize();
    },
  }),
  paste: () => editing('Paste', 'CommandOrControl+V', (contents) => contents.paste()),
  pasteandmatchstyle: () =>
    editing('Paste and Match Style', isMac ? 'Cmd+Option+Shift+V' : 'Shift+CommandOrControl+V', (contents) =>
      contents.pasteAndMatchStyle(),
    ),
  quit: () => ({
    label: isMac ? `Quit ${app.name}` : process.platform === 'win32' ? 'Exit' : 'Quit',
    ...(process.platform === 'win32' ? {} : { accelerator: 'CommandOrControl+Q' }),
    toApp: () => app.quit(),
  }),
  redo: () => ({
    label: 'Redo',
    accelerator: process.platform === 'win32' ? 'Control+Y' : 'Shift+CommandOrControl+Z',
    toContents: (contents) => contents.redo(),
  }),
  reload: () => ({ label: 'Reload', accelerator: 'CmdOrCtrl+R', toContents: (contents) => contents.reload() }),
  resetzoom: () => ({
    label: 'Actual Size',
    accelerator: 'CommandOrControl+0',
    toContents: (contents) => contents.setZoomLevel(0),
  }),
  selectall: () => ({
    label: 'Select All',
    accelerator: 'CommandOrControl+A',
    toContents: (contents) => contents.selectAll(),
  }),
  services: () => ({ label: 'Services' }),
  toggledevtools: () => ({
    label: 'Toggle Developer Tools',
    accelerator: isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I',
    toContents: (contents) => contents.toggleDevTools(),
  }),
  togglefullscreen: () => ({
    label: 'Toggle Full Screen',
    accelerator: isMac ? 'Control+Command+F' : 'F11',
    toWindow: (window) => window.setFullScreen(!window.isFullScreen()),
  }),
  undo: () => ({ label: 'Undo', accelerator: 'CommandOrControl+Z', toContents: (contents) => contents.undo() }),
  unhide: () => ({ label: 'Show All' }),
  window: () => ({ label: 'Window' }),
  zoom: () => ({ label: 'Zoom' }),
  zoomin: () => ({
    label: 'Zoom In',
    accelerator: 'CommandOrControl+Plus',
    toContents: (contents) => contents.setZoomLevel(contents.getZoomLevel() + 0.5),
  }),
  zoomout: () => ({
    label: 'Zoom Out',
    accelerator: 'CommandOrControl+-',
    toContents: (contents) => contents.setZoomLevel(contents.getZoomLevel() - 0.5),
  }),
  appmenu: () => ({
    label: app.name,
    submenu: asItems('about', '-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'),
  }),
  filemenu: () => ({ label: 'File', submenu: asItems(isMac ? 'close' : 'quit') }),
  editmenu: () => ({
    label: 'Edit',
    submenu: [
      ...asItems('undo', 'redo', '-', 'cut', 'copy', 'paste'),
      ...(isMac ? asItems('pasteAndMatchStyle', 'delete', 'selectAll') : asItems('delete', '-', 'selectAll')),
    ],
  }),
  viewmenu: () => ({
    label: 'View',
    submenu: asItems(
      ...['reload', 'forceReload', 'toggleDevTools', '-', 'resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen'],
    ),
  }),
  windowmenu: () => ({
    label: 'Window',
    submenu: isMac ? asItems('minimize', 'zoom', '-', 'front') : asItems('minimize', 'zoom', 'close'),
  }),
};

function editing(label: string, accelerator: string, toContents: (contents: WebContents) => void): Role {
  return { label, accelerator, registerAccelerator: false, toContents };
}

/** Null for what is no role of Electron's that the host has. */
export function roleNamed(name: string | undefined): Role | null {
  return name === undefined ? null : (roles[name]?.() ?? null);
}

/** Does what the role is there for; false where there is nothing that it could be done to. */
export function performRole(role: Role, window: BrowserWindow | null, contents: WebContents | null): boolean {
  if (role.toApp !== undefined) role.toApp();
  else if (role.toWindow !== undefined && window !== null) role.toWindow(window);
  else if (role.toContents !== undefined && contents !== null) role.toContents(contents);
  else return false;
  return true;
}

/** Whether Chromium does by itself what the keys of this role stand for, in the field or the page that has the focus. */
export function isChromiumsOwn(name: string | undefined): boolean {
  return name === 'undo' || name === 'redo' || name === 'selectall';
}
