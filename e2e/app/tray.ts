import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { RunningApp } from './launch.ts';
import { inMain } from './main-process.ts';

/**
 * The environment of a desktop with a tray. On Linux the app asks the session's bus for one by a program, which here says yes
 * whatever bus there is; macOS and Windows have one.
 */
export async function withTray(folder: string): Promise<{ readonly PATH: string }> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'gdbus'), "#!/bin/sh\necho '(<true>,)'\n");
  await chmod(join(bin, 'gdbus'), 0o755);
  return { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
}

/** Lets the icon that is put into the tray from here on be used. The app must be launched `withInspector`. */
export async function catchTray(app: RunningApp): Promise<void> {
  await inMain(
    app,
    `const { prototype } = electron.Tray;
    const { setContextMenu } = prototype;
    prototype.setContextMenu = function (menu) { globalThis.trayMenu = menu; return setContextMenu.call(this, menu); };`,
  );
}

/** Chooses an entry of the tray's menu, as its click does. */
export async function chooseInTray(app: RunningApp, id: string): Promise<void> {
  await inMain(app, `globalThis.trayMenu.getMenuItemById(${JSON.stringify(id)}).click();`);
}
