import { mkdirSync } from 'node:fs';
import { release } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { APP_ID } from './app-id.ts';
import type { SingleInstanceLock } from './claim.ts';

/** A copy that runs from its sources is a separate app with its own data and lock. */
const SOURCE_COPY_NAME = 'Dropslip Dev';

/** Sets the app's identity in the system. Call before the app is ready, and before any use of its folders. */
export function identifyApp(): void {
  // Only Windows has this id. A copy that is not installed uses its program's path.
  if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_ID : process.execPath);
  if (app.isPackaged) return;
  app.setName(SOURCE_COPY_NAME);
  // Electron may have cached the folder under the earlier name.
  app.setPath('userData', join(app.getPath('appData'), SOURCE_COPY_NAME));
}

/**
 * True if this start must not use the user's keychain, as in tests: `DROPSLIP_KEYCHAIN=none`. An installed app ignores
 * it, because the program that starts the app could then make it lose new credentials.
 */
export function leavesKeychainAlone({ DROPSLIP_KEYCHAIN }: NodeJS.ProcessEnv): boolean {
  return !app.isPackaged && DROPSLIP_KEYCHAIN === 'none';
}

/** Returns the folder that the app writes to: Electron's, or `DROPSLIP_USER_DATA`. */
export function userDataFolder(): string {
  const wanted = process.env.DROPSLIP_USER_DATA;
  return wanted === undefined || wanted === '' ? app.getPath('userData') : resolve(wanted);
}

/** Creates that folder and makes Electron write there too. Call before the app is ready. */
export function placeUserData(): string {
  const folder = userDataFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (folder !== app.getPath('userData')) {
    app.setPath('userData', folder);
    app.setPath('sessionData', resolve(folder, 'window'));
  }
  return folder;
}

export function versions(): Readonly<Record<string, string>> {
  const { electron, chrome, node } = process.versions;
  return {
    Dropslip: app.getVersion(),
    ...(electron === undefined ? {} : { Electron: electron }),
    ...(chrome === undefined ? {} : { Chromium: chrome }),
    Node: node,
    System: `${process.platform} ${process.arch} ${release()}`,
  };
}

export function singleInstanceLock(): SingleInstanceLock {
  return {
    request: () => app.requestSingleInstanceLock(),
    release: () => app.releaseSingleInstanceLock(),
  };
}
