import { mkdirSync } from 'node:fs';
import { release } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { APP_ID } from './app-id.ts';
import { maySingleInstanceLockBeAnothers, type SingleInstanceLock } from './claim.ts';

/** A copy that runs from its sources is another app than the installed one: with data, and a lock, of its own. */
const SOURCE_COPY_NAME = 'Dropslip Dev';

/** Tells the system which app this is. Call before the app is ready, and before anything asks for its folders. */
export function identifyApp(): void {
  // Only Windows knows of it, and only there is there such a call. What is not installed goes by its program’s path.
  if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_ID : process.execPath);
  if (app.isPackaged) return;
  app.setName(SOURCE_COPY_NAME);
  // Electron may have asked for it already, under the name of before, and then keeps to that.
  app.setPath('userData', join(app.getPath('appData'), SOURCE_COPY_NAME));
}

/**
 * Whether this start is to leave the person's keychain alone, as tests have to: `DROPSLIP_KEYCHAIN=none`. An installed app
 * does not listen to that: what starts it could then make it forget what it is given.
 */
export function leavesKeychainAlone({ DROPSLIP_KEYCHAIN }: NodeJS.ProcessEnv): boolean {
  return !app.isPackaged && DROPSLIP_KEYCHAIN === 'none';
}

/** Where the app writes: Electron's own folder for it, or all in `DROPSLIP_USER_DATA`. */
export function userDataFolder(): string {
  const wanted = process.env.DROPSLIP_USER_DATA;
  return wanted === undefined || wanted === '' ? app.getPath('userData') : resolve(wanted);
}

/** Makes that folder, and lets Electron write there too. Call before the app is ready. */
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

export function singleInstanceLock(userData: string): SingleInstanceLock {
  return {
    request: () => app.requestSingleInstanceLock(),
    release: () => app.releaseSingleInstanceLock(),
    mayBeAnothers: () => maySingleInstanceLockBeAnothers(userData),
  };
}
