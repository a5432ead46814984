import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { ByHandReason } from '../../../shared/bridge/app/updates.ts';

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
  /** `APPIMAGE` of the environment, which the AppImage’s own runtime sets. */
  readonly appImage: string | undefined;
  /** Who may have signed an update; none where this build is not signed. */
  readonly publisherNames: readonly string[];
};

export function installationOf(surroundings: Surroundings): Installation {
  const { platform, execPath, publisherNames } = surroundings;
  switch (platform) {
    case 'win32':
      return { kind: 'nsis', appImage: null, byHand: publisherNames.length > 0 ? null : 'unsigned' };
    case 'darwin': {
      // From a disk image, or from where macOS puts what was downloaded and not moved since.
      const isTranslocated = /\/AppTranslocation\/|^\/Volumes\//.test(execPath);
      return { kind: 'mac', appImage: null, byHand: isTranslocated ? 'translocated' : null };
    }
    default:
      return { kind: 'appimage', ...ofLinux(surroundings) };
  }
}

function ofLinux({ resourcesPath, appImage = '' }: Surroundings): Omit<Installation, 'kind'> {
  // electron-builder puts it into packages for deb, rpm and pacman.
  if (existsSync(join(resourcesPath, 'package-type'))) return { appImage: null, byHand: 'package-manager' };
  if (!isAbsolute(appImage)) return { appImage: null, byHand: 'not-installed' };
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
