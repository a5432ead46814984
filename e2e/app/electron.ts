import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The project's folder, which Electron is given as the app. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Electron's program: in the folder that ELECTRON_OVERRIDE_DIST_PATH names, as the npm commands set it, else the package's own. */
export const electronProgram = z.string().parse(createRequire(import.meta.url)('electron'));

export type User = { readonly uid: number; readonly gid: number };

/**
 * The user that apps run as where the tests run as root on Linux: `nobody`, for Chromium's sandbox refuses to work for root. Null
 * where the tests' own user is an ordinary one, or where `nobody` cannot read the project or cannot make a sandbox.
 */
export const ordinaryUser: User | null = findOrdinaryUser();

/** Gives a folder and all that is in it to the user that apps run as. */
export function giveToOrdinaryUser(folder: string): void {
  if (ordinaryUser !== null) spawnSync('chown', ['-R', `${ordinaryUser.uid}:${ordinaryUser.gid}`, folder]);
}

/** The switches for an Electron whose sandbox cannot work here. */
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
