import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { giveToOrdinaryUser, ordinaryUser } from './electron.ts';
import { busConfiguration, stop } from './session-bus.ts';
import { accessibilityService } from './system-dialogs.ts';

/** A desktop for the tests. */
export type Desktop = {
  /** The environment of an app on this desktop. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder that is deleted with the desktop. Apps can read it. */
  readonly folder: string;
  readonly close: () => Promise<void>;
};

/**
 * Starts a display, a window manager and a session bus on Linux, if their programs are installed. Otherwise apps use
 * the user's desktop. The bus has only the services that a test starts: no keyring, no notification service, no tray.
 * The bus starts the accessibility bus on demand.
 */
export async function startDesktop(): Promise<Desktop> {
  const programs = ['Xvfb', 'dbus-daemon', 'openbox'];
  if (process.platform !== 'linux' || missingOf(programs).length > 0)
    return { env: {}, folder: tmpdir(), close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-desktop-'));
  const runtime = join(folder, 'run');
  await mkdir(runtime, { mode: 0o700 });
  await writeFile(join(folder, 'bus.conf'), busConfiguration(folder));
  if (existsSync(accessibilityService)) await copyFile(accessibilityService, join(folder, 'org.a11y.Bus.service'));
  await chmod(folder, 0o755);
  const start = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawnOnDesktop(command, args, folder, env);

  const display = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset']);
  const place = {
    DISPLAY: `:${await firstLine(display)}`,
    WAYLAND_DISPLAY: '',
    XDG_CURRENT_DESKTOP: 'openbox',
    XDG_RUNTIME_DIR: runtime,
  };
  const busOptions = ['--nofork', '--nopidfile', '--print-address=3', `--config-file=${folder}/bus.conf`];
  const bus = start('dbus-daemon', busOptions, place);
  const env = { ...place, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) };
  const windowManager = start('openbox', [], env);
  return {
    env,
    folder,
    close: async () => {
      for (const child of [windowManager, bus, display]) await stop(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts a program as the user of the apps, with a separate home folder. */
export function spawnOnDesktop(
  command: string,
  args: readonly string[],
  home: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  giveToOrdinaryUser(home);
  return spawn(command, args, {
    ...ordinaryUser,
    cwd: home,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
}

/** The programs that are not installed. */
export function missingOf(programs: readonly string[]): readonly string[] {
  return programs.filter((program) => spawnSync('which', [program]).status !== 0);
}

/** Calls a method of a service on the session bus. Resolves with the answer in GVariant notation. */
export async function callOnBus(
  service: string,
  path: string,
  method: string,
  ...args: readonly string[]
): Promise<string> {
  const call = ['call', '--session', `--dest=${service}`, `--object-path=${path}`, `--method=${method}`, '--', ...args];
  return (await promisify(execFile)('gdbus', call)).stdout;
}

/** Resolves once a service is on the session bus. */
export async function waitForService(name: string): Promise<void> {
  await promisify(execFile)('gdbus', ['wait', '--session', '--timeout=60', name]);
}

async function firstLine(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`${child.spawnfile} ended before it was ready.`)),
  );
  ended.catch(() => null);
  const [line] = await Promise.race([once(createInterface(child.stdio[3] as Readable), 'line'), ended]);
  return String(line);
}
