import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../shared/bridge/app.ts';
import { acceleratorOf, type ShortcutName, screenShortcuts, shortcuts } from '../../shared/shortcuts.ts';

/** `quit` is wanted by a person, who may not think of files that are on their way. */
type MenuActions = { readonly choose: (command: MenuCommand) => void; readonly quit: () => void };

/**
 * Electron zooms in by Ctrl and Shift and the key of the plus alone. As browsers do, it is to work without Shift as well, which is
 * how some keyboards write the plus, and by the keys of the number block.
 */
const zoomKeys = [
  ['zoomIn', '='],
  ['zoomIn', 'numadd'],
  ['zoomOut', 'numsub'],
  ['resetZoom', 'num0'],
] as const;

/** Where the platform has it, and not among the screens that the app is there for. */
const preferences = 'preferences';

/** The menu bar: what the platform expects (preferences, editing, zoom, window, quit), the screens, and help. */
export function installMenu(actions: MenuActions): void {
  const { choose } = actions;
  const template: MenuItemConstructorOptions[] = [
    // On a Mac the file menu has what closes the window by Cmd+W, and quitting is in the app's own.
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

/** As every app on a Mac has it, with the app's own entries in their usual places. */
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

/** As Electron's own, which asks nobody. Windows has no keys for it: Alt+F4 closes the window. */
function quitEntry(label: string, quit: () => void): MenuItemConstructorOptions {
  const keys = process.platform === 'win32' ? {} : { accelerator: 'CommandOrControl+Q' };
  return { id: 'quit', label, ...keys, click: () => quit() };
}

/** In the app's own window, which has more to say than the system's: whose work is in it. */
function about(choose: (command: MenuCommand) => void): MenuItemConstructorOptions {
  return { id: 'about', label: 'About Dropslip', click: () => choose('about') };
}

/** The window takes the keys itself: taken here too, they would open the finder and close it again. */
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
