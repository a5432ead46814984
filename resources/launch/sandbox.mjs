// Whether Chromium's sandbox can work in an Electron from node_modules. Installed apps bring what it needs (a profile of
// AppArmor's); a folder does not. Ubuntu since 23.10 lets no program make user namespaces that has no such profile, and
// Electron then ends as soon as it starts.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

// Only Linux's paths matter here, whatever system the tests run on.
const { dirname, join } = posix;

const APPARMOR = 'kernel.apparmor_restrict_unprivileged_userns';
/** Owned by root, and run as its owner. */
const HELPER_MODE = 0o4755;

/**
 * `works`, `not-for-root` (who starts Electron with `--no-sandbox`), or `restricted`: with the words what to do about it.
 * `canUnshare`: whether a program can make a user namespace, null where that could not be tried; `helper`: owner and mode of
 * `chrome-sandbox` beside Electron's `binary`, null without one; `sysctl`: kernel settings by their names.
 */
export function sandboxOf({ platform, uid, binary, canUnshare, helper, sysctl }) {
  if (platform !== 'linux') return { kind: 'works' };
  if (uid === 0) return { kind: 'not-for-root' };
  const isRestricted = sysctl[APPARMOR] === '1' || sysctl['kernel.unprivileged_userns_clone'] === '0';
  if (canUnshare ?? !isRestricted) return { kind: 'works' };
  if (helper?.uid === 0 && (helper.mode & HELPER_MODE) === HELPER_MODE) return { kind: 'works' };
  return { kind: 'restricted', remedy: remedy(join(dirname(binary), 'chrome-sandbox'), sysctl[APPARMOR] === '1') };
}

function remedy(helper, isAppArmor) {
  return [
    'Electron’s sandbox can’t work here: this system lets programs make no user namespaces of their own.',
    'To let Electron’s own helper make it, once for each installation of the packages:',
    `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    ...(isAppArmor ? ['Or, for all programs until the next restart:', `  sudo sysctl -w ${APPARMOR}=0`] : []),
  ].join('\n');
}

/** The same, of this system. */
export function findSandbox(binary) {
  const { platform } = process;
  const tried = platform === 'linux' ? spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' }) : null;
  return sandboxOf({
    platform,
    uid: process.getuid?.(),
    binary,
    canUnshare: tried === null || tried.error !== undefined ? null : tried.status === 0,
    helper: statSync(join(dirname(binary), 'chrome-sandbox'), { throwIfNoEntry: false }) ?? null,
    sysctl: Object.fromEntries(
      [APPARMOR, 'kernel.unprivileged_userns_clone'].map((name) => [name, kernelSetting(name)]),
    ),
  });
}

function kernelSetting(name) {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim();
  } catch {
    return null;
  }
}
