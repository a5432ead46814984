import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ordinaryUser } from './electron.ts';
import { accessibilityService } from './system-dialogs.ts';

/** A desktop of the tests' own. */
export type Desktop = {
  /** What an app's environment needs to be on it. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder that goes with it. Apps can read it. */
  readonly folder: string;
  readonly close: () => Promise<void>;
};

/**
 * Starts a display, a window manager and a session bus, on Linux; elsewhere apps are on the user's own desktop. On the bus is
 * nothing but what a test puts there: no keyring, no notification service, no tray. The bus starts the accessibility bus for
 * the first program that wants it.
 */
export async function startDesktop(): Promise<Desktop> {
  if (process.platform !== 'linux') return { env: {}, folder: tmpdir(), close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-desktop-'));
  const runtime = join(folder, 'run');
  await mkdir(runtime, { mode: 0o700 });
  await writeFile(join(folder, 'bus.conf'), busConfiguration(folder));
  if (existsSync(accessibilityService)) await copyFile(accessibilityService, join(folder, 'org.a11y.Bus.service'));
  if (ordinaryUser !== null) {
    for (const path of [folder, runtime]) await chown(path, ordinaryUser.uid, ordinaryUser.gid);
  }
  await chmod(folder, 0o755);
  const start = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(command, args, {
      ...ordinaryUser,
      cwd: folder,
      env: { ...process.env, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });

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

async function firstLine(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`${child.spawnfile} ended before it was ready.`)),
  );
  ended.catch(() => null);
  const [line] = await Promise.race([once(createInterface(child.stdio[3] as Readable), 'line'), ended]);
  return String(line);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function busConfiguration(folder: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'bus')}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${folder}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    <allow user="*"/>
  </policy>
</busconfig>`;
}
