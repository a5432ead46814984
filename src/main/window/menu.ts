import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../shared/bridge/app.ts';
import { acceleratorOf, type ShortcutName, screenShortcuts, shortcuts } from '../../shared/shortcuts.ts';

/** `quit` comes from the user, who may not know that files are on their way. */
type MenuActions = { readonly choose: (command: MenuCommand) => void; readonly quit: () => void };

/**
 * Electron zooms in only with Ctrl, Shift and the plus key. Like in browsers, zooming also works without Shift, which
 * some keyboards need for the plus, and with the number pad.
 */
const zoomKeys = [
  ['zoomIn', '='],
  ['zoomIn', 'numadd'],
  ['zoomOut', 'numsub'],
  ['resetZoom', 'num0'],
] as const;

/** In the place that the platform expects, not among the app's screens. */
const preferences = 'preferences';

/**
 * Installs the menu bar: the platform's usual entries (preferences, editing, zoom, window, quit), the screens, and
 * help.
 */
export function installMenu(actions: MenuActions): void {
  const { choose } = actions;
  const template: MenuItemConstructorOptions[] = [
    // On a Mac the file menu closes the window (Cmd+W), and the app menu quits.
    ...(process.platform === 'darwin' ? [appMenu(actions), { role: 'fileMenu' } as const] : [fileMenu(actions)]),
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        ...zoomKeys.map(([role, keys]) => ({ role, accelerator: `CommandOrControl+${keys}`, visible: false })),
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: 'Go',
      submenu: [
        ...screenShortcuts
          .filter((name) => name !== preferences)
          .map((name) => entry(name, shortcuts[name].label, choose)),
        { type: 'separator' },
        entry('find', 'Find Anything…', choose),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        entry('shortcuts', 'Keyboard Shortcuts', choose),
        { id: 'diagnostics', label: 'Diagnostics Report…', click: () => choose('diagnostics') },
        ...(process.platform === 'darwin' ? [] : [{ type: 'separator' } as const, about(choose)]),
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** The app menu of macOS, with the app's own entries in their usual places. */
function appMenu({ choose, quit }: MenuActions): MenuItemConstructorOptions {
  return {
    label: app.name,
    submenu: [
      about(choose),
      { type: 'separator' },
      entry(preferences, 'Settings…', choose),
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      quitEntry(`Quit ${app.name}`, quit),
    ],
  };
}

function fileMenu({ choose, quit }: MenuActions): MenuItemConstructorOptions {
  return {
    label: 'File',
    submenu: [
      entry(preferences, 'Preferences…', choose),
      { type: 'separator' },
      quitEntry(process.platform === 'win32' ? 'Exit' : 'Quit', quit),
    ],
  };
}

/** Replaces Electron's entry, which quits without a question. Windows has no keys for it: Alt+F4 closes the window. */
function quitEntry(label: string, quit: () => void): MenuItemConstructorOptions {
  const keys = process.platform === 'win32' ? {} : { accelerator: 'CommandOrControl+Q' };
  return { id: 'quit', label, ...keys, click: () => quit() };
}

/** Opens the app's own "About" screen, which also lists the licences. */
function about(choose: (command: MenuCommand) => void): MenuItemConstructorOptions {
  return { id: 'about', label: 'About Dropslip', click: () => choose('about') };
}

/** The page handles these keys. If the menu handled them too, they would open the finder and close it again. */
function entry(
  name: MenuCommand & ShortcutName,
  label: string,
  choose: (command: MenuCommand) => void,
): MenuItemConstructorOptions {
  return {
    id: name,
    label,
    accelerator: acceleratorOf(name),
    registerAccelerator: false,
    click: () => choose(name),
  };
}
