import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The project's folder, which Electron starts as the app. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Electron's program: in the folder of ELECTRON_OVERRIDE_DIST_PATH, which the npm commands set, or else in the
 * package.
 */
export const electronProgram = z.string().parse(createRequire(import.meta.url)('electron'));

export type User = { readonly uid: number; readonly gid: number };

/**
 * The user for apps if the tests run as root on Linux: `nobody`, because Chromium's sandbox refuses root. Null if the
 * tests run as an ordinary user, or if `nobody` cannot read the project or cannot create a sandbox.
 */
export const ordinaryUser: User | null = findOrdinaryUser();

/** Gives a folder and its content to the user of the apps. */
export function giveToOrdinaryUser(folder: string): void {
  if (ordinaryUser !== null) spawnSync('chown', ['-R', `${ordinaryUser.uid}:${ordinaryUser.gid}`, folder]);
}

/** Switches for an Electron whose sandbox cannot work here. */
export const sandboxSwitches: readonly string[] =
  process.getuid?.() === 0 && ordinaryUser === null ? ['--no-sandbox'] : [];

/** Xvfb has no GPU. Without this switch Chromium tries to use one three times at each start. */
export const withoutGpu: readonly string[] = process.platform === 'linux' ? ['--disable-gpu'] : [];

function findOrdinaryUser(): User | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const nobody = { uid: 65_534, gid: 65_534 };
  const can = (command: string, ...args: string[]): boolean =>
    spawnSync(command, args, { ...nobody, cwd: '/', stdio: 'ignore' }).status === 0;
  const isFit =
    can('test', '-r', join(root, 'package.json')) &&
    can('test', '-x', electronProgram) &&
    can('unshare', '-Ur', 'true');
  return isFit ? nobody : null;
}
