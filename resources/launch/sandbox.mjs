// Finds out if Chromium's sandbox works in an Electron from node_modules. Installed apps bring an AppArmor profile, which Ubuntu
// since 23.10 demands of a program that makes user namespaces. A folder has none, and Electron then aborts as it starts.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

// Only Linux's paths matter here, whatever system the tests run on.
const { dirname, join } = posix;

const APPARMOR = 'kernel.apparmor_restrict_unprivileged_userns';
const NAMESPACES = 'kernel.unprivileged_userns_clone';
/** Owned by root, and run as its owner. */
const HELPER_MODE = 0o4755;

/**
 * `works`, `not-for-root` (Electron is started with `--no-sandbox`), or `restricted` with words that say what to do.
 * `canUnshare`: whether `unshare` makes a user namespace, null if it could not be tried; `helper`: owner and mode of
 * `chrome-sandbox` beside Electron's program, null without one; `sysctl`: kernel settings by name; `profiles`: the AppArmor
 * profiles that are loaded.
 */
export function sandboxOf({ platform, uid, program, canUnshare, helper, sysctl, profiles }) {
  if (platform !== 'linux') return { kind: 'works' };
  if (uid === 0) return { kind: 'not-for-root' };
  if (helper?.uid === 0 && (helper.mode & HELPER_MODE) === HELPER_MODE) return { kind: 'works' };
  // Under this restriction `unshare` proves nothing: Ubuntu 25.04 has a profile for that very program.
  const isAllowed = sysctl[APPARMOR] === '1' ? profiles.includes(program) : (canUnshare ?? sysctl[NAMESPACES] !== '0');
  return isAllowed
    ? { kind: 'works' }
    : { kind: 'restricted', remedy: sandboxRemedy(program, sysctl[APPARMOR] === '1') };
}

/** Says how to make the sandbox work. `program`: Electron's; `isAppArmor`: AppArmor restricts it. */
export function sandboxRemedy(program, isAppArmor = kernelSetting(APPARMOR) === '1') {
  const helper = join(dirname(program), 'chrome-sandbox');
  return [
    'Electron’s sandbox does not work here: this system does not let programs make user namespaces.',
    'Allow Electron’s own helper to make them (again after each installation of the packages):',
    `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    ...(isAppArmor
      ? ['Or allow all programs to make them until the next restart:', `  sudo sysctl -w ${APPARMOR}=0`]
      : []),
  ].join('\n');
}

/** `sandboxOf` for this system. */
export function findSandbox(program) {
  const { platform } = process;
  const tried = platform === 'linux' ? spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' }) : null;
  return sandboxOf({
    platform,
    uid: process.getuid?.(),
    program,
    canUnshare: tried === null || tried.error !== undefined ? null : tried.status === 0,
    helper: statSync(join(dirname(program), 'chrome-sandbox'), { throwIfNoEntry: false }) ?? null,
    sysctl: Object.fromEntries([APPARMOR, NAMESPACES].map((name) => [name, kernelSetting(name)])),
    profiles: read('/sys/kernel/security/apparmor/profiles') ?? '',
  });
}

function kernelSetting(name) {
  return read(`/proc/sys/${name.replaceAll('.', '/')}`);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
