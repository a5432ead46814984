import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The ends of the installers' names, by system. electron-builder fetches the tools for them from GitHub. */
const installers = {
  linux: ['.AppImage', '.deb'],
  darwin: ['.dmg', '.zip'],
  win32: ['.exe'],
};

/**
 * Says in lines for the user what electron-builder made in the folder `dist` since `since`, and what is missing. `status`: its exit
 * code; `isFolderAlone`: no installer was wanted.
 */
export function packageReport(dist, since, { status, isFolderAlone, platform = process.platform }) {
  const found = existsSync(dist) ? readdirSync(dist) : [];
  const made = found.filter((name) => statSync(join(dist, name)).mtimeMs >= since);
  const packages = made.filter((name) =>
    Object.values(installers)
      .flat()
      .some((end) => name.endsWith(end)),
  );
  const folders = made.filter((name) => statSync(join(dist, name)).isDirectory() && !name.startsWith('.'));
  const line = `made in dist: ${[...folders, ...packages].join(', ') || 'nothing'}`;
  if (status === 0) return [line];
  if (isFolderAlone || folders.length === 0) {
    return [line, 'The app’s folder is not complete, so nothing here can be used. The lines above say why.'];
  }
  const missing = (installers[platform] ?? []).filter((end) => !packages.some((name) => name.endsWith(end)));
  if (missing.length === 0) return [line];
  const why = 'The lines above say why. Often a tool could not be downloaded from github.com.';
  return [line, `not made: ${missing.join(', ')}. ${why}`];
}
