import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { app } from 'electron';

/** Where the app writes: Electron's own folder for it, or all in `DROPSLIP_USER_DATA`. Call before the app is ready. */
export function placeUserData(): string {
  const wanted = process.env.DROPSLIP_USER_DATA;
  if (wanted !== undefined && wanted !== '') {
    const folder = resolve(wanted);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
    app.setPath('sessionData', resolve(folder, 'window'));
  }
  const userData = app.getPath('userData');
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  return userData;
}
