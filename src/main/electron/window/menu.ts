import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../shared/bridge/app.ts';

/** The menu bar: what the platform expects (editing, zoom, window, quit), and help. */
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
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        {
          id: 'find',
          label: 'Find Anything…',
          // The window takes the keys itself: taken here too, they would open the finder and close it again.
          accelerator: 'CmdOrCtrl+K',
          registerAccelerator: false,
          click: () => choose('find'),
        },
        { id: 'diagnostics', label: 'Diagnostics Report…', click: () => choose('diagnostics') },
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
