import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../shared/bridge/app/app.ts';
import { acceleratorOf, type ShortcutName, screenShortcuts, shortcuts } from '../../../shared/shortcuts.ts';

/** The menu bar: what the platform expects (editing, zoom, window, quit), the screens, and help. */
export function installMenu(choose: (command: MenuCommand) => void): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : [{ role: 'fileMenu' } as const]),
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: 'Go',
      submenu: [
        ...screenShortcuts.map((name) => entry(name, shortcuts[name].label, choose)),
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
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
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
