import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const PROPERTY = 'IsStatusNotifierHostRegistered';
/** Of the bus; a desktop that takes longer is no place to hide in. */
const PATIENCE_MS = 3_000;

/** The programs of which every Linux desktop has at least one, and what they say when there is a place for trays. */
const ways: readonly { readonly program: string; readonly args: readonly string[]; readonly yes: RegExp }[] = [
  {
    program: 'gdbus',
    args: [
      'call',
      '--session',
      `--dest=${WATCHER}`,
      '--object-path=/StatusNotifierWatcher',
      '--method=org.freedesktop.DBus.Properties.Get',
      WATCHER,
      PROPERTY,
    ],
    yes: /^\(<true>,\)\s*$/,
  },
  {
    program: 'dbus-send',
    args: [
      '--session',
      '--print-reply=literal',
      `--dest=${WATCHER}`,
      '/StatusNotifierWatcher',
      'org.freedesktop.DBus.Properties.Get',
      `string:${WATCHER}`,
      `string:${PROPERTY}`,
    ],
    yes: /^\s*variant\s+boolean true\s*$/,
  },
  {
    program: 'busctl',
    args: ['--user', 'get-property', WATCHER, '/StatusNotifierWatcher', WATCHER, PROPERTY],
    yes: /^b true\s*$/,
  },
];

const run = promisify(execFile);

/**
 * Whether an icon of the app's would be seen in a tray. macOS and Windows have one. Electron makes a `Tray` on a Linux desktop
 * without one too, and never says that nobody sees it; so the desktop's own watcher of such icons is asked on the session's bus.
 */
export async function hasTray(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  for (const { program, args, yes } of ways) {
    try {
      const { stdout } = await run(program, args, { timeout: PATIENCE_MS, encoding: 'utf8' });
      return yes.test(stdout);
    } catch (error) {
      // It is not there: the next may be. Any other failure is the bus's own no.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return false;
    }
  }
  return false;
}
