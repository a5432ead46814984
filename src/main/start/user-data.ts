import { mkdirSync } from 'node:fs';
import { release } from 'node:os';
import { resolve } from 'node:path';
import { app } from 'electron';

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
