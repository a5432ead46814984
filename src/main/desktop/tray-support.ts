import { callOnSessionBus } from '../session-bus.ts';

const watcher = 'org.kde.StatusNotifierWatcher';

/**
 * True if a tray shows the app's icon. macOS and Windows always have a tray. On Linux Electron creates a `Tray` even
 * without one and does not report that it is invisible, so this asks the desktop's watcher of such icons.
 */
export async function hasTray(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const answer = await callOnSessionBus({
    service: watcher,
    path: '/StatusNotifierWatcher',
    interface: 'org.freedesktop.DBus.Properties',
    method: 'Get',
    args: [watcher, 'IsStatusNotifierHostRegistered'],
  });
  return answer !== null && /\btrue\b/.test(answer);
}
