import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { StartAtLogin } from '../../shared/bridge/app.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { appImageOf } from '../relaunch.ts';
import { APP_ID } from '../start/app-id.ts';
import type { OpenedFiles } from './opened-files.ts';
import { IN_BACKGROUND } from './start-arguments.ts';

const ENTRY_NAME = `${APP_ID}.desktop`;

/**
 * Returns the state of the start at login. Asks the system each time, because the user may change it in the system's
 * settings.
 */
export async function startAtLogin(): Promise<StartAtLogin> {
  // The system would later start the source folder, wherever it is by then.
  if (!app.isPackaged) return 'not-installed';
  if (process.platform === 'linux') return linuxLoginItem().state();
  const { openAtLogin, status, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args: [IN_BACKGROUND] });
  if (process.platform === 'darwin' && status === 'requires-approval') return 'needs-approval';
  if (process.platform === 'win32' && openAtLogin && !executableWillLaunchAtLogin) return 'switched-off';
  return openAtLogin ? 'on' : 'off';
}

/** Errors: `start-at-login-not-changed`. */
export async function setStartAtLogin(on: boolean): Promise<Result<StartAtLogin>> {
  if (!app.isPackaged) return success('not-installed');
  try {
    if (process.platform === 'linux') await linuxLoginItem().set(on);
    else app.setLoginItemSettings({ openAtLogin: on, args: [IN_BACKGROUND] });
    return success(await startAtLogin());
  } catch (error) {
    return failure({ code: 'start-at-login-not-changed', detail: String(error) });
  }
}

/** True if the system started the app at login. macOS passes no arguments. */
function wasStartedAtLogin(inBackground: boolean): boolean {
  return inBackground || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}

/** False if the system started the app at login: then it stays without a window. */
export function isWindowWanted({ atStart, hasPending }: Pick<OpenedFiles, 'atStart' | 'hasPending'>): boolean {
  return hasPending || !wasStartedAtLogin(atStart.inBackground);
}

function linuxLoginItem(): LinuxLoginItem {
  // The program of an AppImage is in a mount that ends with the process.
  const program = appImageOf(process.execPath, process.env) ?? process.execPath;
  return new LinuxLoginItem(join(app.getPath('appData'), 'autostart', ENTRY_NAME), program);
}

/** The start at login on Linux: a file in the desktop's autostart folder. */
export class LinuxLoginItem {
  readonly #file: string;
  readonly #program: string;

  constructor(file: string, program: string) {
    this.#file = file;
    this.#program = program;
  }

  /** The desktop's settings change the entry when they switch it off. */
  async state(): Promise<'on' | 'off'> {
    const entry = await readFile(this.#file, 'utf8').catch(() => '');
    return entry === autostartEntry(this.#program, IN_BACKGROUND) ? 'on' : 'off';
  }

  /** Rejects if the folder is not writable. */
  async set(on: boolean): Promise<void> {
    if (!on) return rm(this.#file, { force: true });
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(this.#file, autostartEntry(this.#program, IN_BACKGROUND));
  }
}

/**
 * Returns the text of an autostart file in `~/.config/autostart` (freedesktop.org's Autostart and Desktop Entry
 * specifications).
 */
function autostartEntry(program: string, argument: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.0',
    'Name=Dropslip',
    'Comment=Drop a file, get a slip',
    // If an AppImage was moved or deleted, the desktop then starts nothing and shows no error.
    `TryExec=${escaped(program)}`,
    `Exec=${escaped(`${quoted(program)} ${argument}`)}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Quotes one argument of `Exec`. */
function quoted(argument: string): string {
  return `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}

/** Escapes a value of type string. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
}
