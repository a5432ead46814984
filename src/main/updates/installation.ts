import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { ByHandReason } from '../../shared/bridge/app/updates.ts';
import { appImageOf } from '../relaunch.ts';

/** What this copy of the app is, and whether a newer one can take its place by itself. */
export type Installation = {
  readonly kind: 'nsis' | 'mac' | 'appimage';
  /** The AppImage itself; null of anything else. */
  readonly appImage: string | null;
  /** Why it cannot; null where it can. */
  readonly byHand: ByHandReason | null;
};

type Surroundings = {
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly resourcesPath: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Who may have signed an update; none where this build is not signed. */
  readonly publisherNames: readonly string[];
};

export function installationOf(surroundings: Surroundings): Installation {
  const { platform, publisherNames } = surroundings;
  switch (platform) {
    case 'win32':
      return { kind: 'nsis', appImage: null, byHand: publisherNames.length > 0 ? null : 'unsigned' };
    case 'darwin':
      return { kind: 'mac', appImage: null, byHand: ofMac(surroundings) };
    default:
      return { kind: 'appimage', ...ofLinux(surroundings) };
  }
}

function ofMac({ execPath, resourcesPath }: Surroundings): ByHandReason | null {
  // Written where a build is signed, which an app cannot see of itself. macOS replaces no other.
  if (!existsSync(join(resourcesPath, 'signed'))) return 'unsigned';
  // From a disk image, or from where macOS puts what was downloaded and not moved since.
  return /\/AppTranslocation\/|^\/Volumes\//.test(execPath) ? 'translocated' : null;
}

function ofLinux({ environment, execPath, resourcesPath }: Surroundings): Omit<Installation, 'kind'> {
  // electron-builder puts it into packages for deb, rpm and pacman.
  if (existsSync(join(resourcesPath, 'package-type'))) return { appImage: null, byHand: 'package-manager' };
  // Another program's AppImage may have started this one, and would be replaced by it.
  const appImage = appImageOf(execPath, environment);
  if (appImage === null || !isAbsolute(appImage)) return { appImage: null, byHand: 'not-installed' };
  return { appImage, byHand: mayReplace(appImage) ? null : 'not-writable' };
}

/** Another file takes its name, so it is the folder that has to be writable. */
function mayReplace(path: string): boolean {
  try {
    accessSync(path, constants.F_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
