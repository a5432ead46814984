import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';

/** Where an app is: a folder with its `package.json`, or what electron-builder has made of one. */
export type AppLocation = {
  /** The folder with `package.json`, of a packed app its archive. */
  readonly path: string;
  /** Of a packed app only. */
  readonly packed: {
    /** The folder in which the archive lies. */
    readonly resources: string;
    readonly executable: string;
  } | null;
};

/** Looks into a folder that is an app, or holds a packed one as on Linux and Windows, or is one as on macOS. */
export function locateApp(folder: string): AppLocation {
  const path = resolve(folder);
  const layouts = [
    { resources: join(path, 'resources'), executables: path },
    { resources: join(path, 'Contents', 'Resources'), executables: join(path, 'Contents', 'MacOS') },
  ];
  for (const { resources, executables } of layouts) {
    const archive = join(resources, 'app.asar');
    if (existsSync(archive)) return { path: archive, packed: { resources, executable: executableIn(executables) } };
  }
  return { path, packed: null };
}

/** Chromium's own helpers lie beside the app's executable. */
const helpers = /^chrome[-_]/;

function executableIn(folder: string): string {
  const name = readdirSync(folder).find((file) => {
    const isProgram = extname(file) === '' || extname(file) === '.exe';
    return isProgram && !helpers.test(file) && isExecutable(join(folder, file));
  });
  if (name === undefined) throw new Error(`There is no executable of the packed app in ${folder}.`);
  return join(folder, name);
}

function isExecutable(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
