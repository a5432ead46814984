import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { ByHandReason } from '../../shared/bridge/updates.ts';
import { appImageOf } from '../relaunch.ts';

/** Says if this copy of the app can be replaced by a newer one. */
export type Installation = {
  /** The path of the AppImage; null if this copy is none. */
  readonly appImage: string | null;
  /** The reason why it cannot be replaced; null if it can. */
  readonly byHand: ByHandReason | null;
};

type Surroundings = {
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly resourcesPath: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The publishers who may sign an update; empty if this build is not signed. */
  readonly publisherNames: readonly string[];
};

export function installationOf(surroundings: Surroundings): Installation {
  const { platform, publisherNames } = surroundings;
  switch (platform) {
    case 'win32':
      return { appImage: null, byHand: publisherNames.length > 0 ? null : 'unsigned' };
    case 'darwin':
      return { appImage: null, byHand: ofMac(surroundings) };
    default:
      return ofLinux(surroundings);
  }
}

function ofMac({ execPath, resourcesPath }: Surroundings): ByHandReason | null {
  // Packaging writes this file into signed builds. macOS replaces only those.
  if (!existsSync(join(resourcesPath, 'signed'))) return 'unsigned';
  // The app runs from a disk image or from the read-only place where macOS runs downloads that were never moved.
  return /\/AppTranslocation\/|^\/Volumes\//.test(execPath) ? 'translocated' : null;
}

function ofLinux({ environment, execPath, resourcesPath }: Surroundings): Installation {
  // electron-builder puts this file into deb, rpm and pacman packages.
  if (existsSync(join(resourcesPath, 'package-type'))) return { appImage: null, byHand: 'package-manager' };
  // Another program's AppImage may have started this copy. It must not be replaced.
  const appImage = appImageOf(execPath, environment);
  if (appImage === null || !isAbsolute(appImage)) return { appImage: null, byHand: 'not-installed' };
  return { appImage, byHand: mayReplace(appImage) ? null : 'not-writable' };
}

/** A rename replaces the file, so its folder must be writable. */
function mayReplace(path: string): boolean {
  try {
    accessSync(path, constants.F_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
