import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export type StartArguments = {
  /** Absolute paths, in order. */
  readonly paths: readonly string[];
  /** The system started the app at login, so no window is wanted. */
  readonly inBackground: boolean;
  /** The app closed to install an update, the installation failed, and the app was restarted. */
  readonly isUpdateMissing: boolean;
};

/** The argument of a start at login. */
export const IN_BACKGROUND = '--background';
/** The argument of the restart after an update that failed. */
export const UPDATE_NOT_INSTALLED = '--update-not-installed';

/**
 * Reads a program's arguments; the first one is the program. `folder`: the working directory, for relative paths.
 * Systems pass files as paths or `file:` URLs. Unknown switches are ignored, because Chromium adds its own. The disk is
 * not read.
 */
export function readStartArguments(argv: readonly string[], folder: string): StartArguments {
  const given = argv.slice(1);
  const end = given.indexOf('--');
  const [before, after] = end === -1 ? [given, []] : [given.slice(0, end), given.slice(end + 1)];
  return {
    paths: [...before.filter((argument) => !argument.startsWith('-')), ...after].flatMap((argument) =>
      pathOf(argument, folder),
    ),
    inBackground: before.includes(IN_BACKGROUND),
    isUpdateMissing: before.includes(UPDATE_NOT_INSTALLED),
  };
}

/** Empty for a URL that is not a local file. */
function pathOf(argument: string, folder: string): readonly string[] {
  if (argument === '' || argument.includes('\0')) return [];
  if (/^file:/i.test(argument)) return fileOf(argument);
  // A file's name may have a colon, but no two slashes.
  if (/^(dropslip:|[a-z][a-z0-9+.-]+:\/\/)/i.test(argument)) return [];
  return [resolve(folder, argument)];
}

function fileOf(address: string): readonly string[] {
  try {
    const path = fileURLToPath(address);
    return path.includes('\0') ? [] : [path];
  } catch {
    return [];
  }
}

/** Removes the app's folder, which is an argument if the app runs from its sources. */
export function withoutAppFolder(argv: readonly string[], isPackaged: boolean): readonly string[] {
  if (isPackaged) return argv;
  const folder = argv.findIndex((argument, index) => index > 0 && !argument.startsWith('-'));
  return argv.filter((_argument, index) => index !== folder);
}
