import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ScreenShortcut, screenShortcuts } from '../../shared/shortcuts.ts';

export type StartArguments = {
  /** Absolute, in their order. */
  readonly paths: readonly string[];
  /** The system started it as the person signed in: no window is wanted. */
  readonly inBackground: boolean;
  /** An entry of the desktop's own menu for the app. */
  readonly screen: ScreenShortcut | null;
  /** The app was to end for a new version, and is opened again without. */
  readonly isUpdateMissing: boolean;
};

/** Of a start at login. */
export const IN_BACKGROUND = '--background';
/** Of the start after an update that failed at the app's very end. */
export const UPDATE_NOT_INSTALLED = '--update-not-installed';
const SCREEN = '--screen=';

/**
 * Reads a program's arguments, of which the first is the program; `folder`: where it was started, which paths may be relative
 * to. Systems hand files over as paths or as `file:` addresses. Switches are Chromium's or nobody's; nothing is looked up.
 */
export function readStartArguments(argv: readonly string[], folder: string): StartArguments {
  const given = argv.slice(1);
  const end = given.indexOf('--');
  const [before, after] = end === -1 ? [given, []] : [given.slice(0, end), given.slice(end + 1)];
  const screen = before.findLast((argument) => argument.startsWith(SCREEN))?.slice(SCREEN.length);
  return {
    paths: [...before.filter((argument) => !argument.startsWith('-')), ...after].flatMap((argument) =>
      pathOf(argument, folder),
    ),
    inBackground: before.includes(IN_BACKGROUND),
    screen: screenShortcuts.find((name) => name === screen) ?? null,
    isUpdateMissing: before.includes(UPDATE_NOT_INSTALLED),
  };
}

/** None for an address of anything but a file on this computer. */
function pathOf(argument: string, folder: string): readonly string[] {
  if (argument === '' || argument.includes('\0')) return [];
  if (/^file:/i.test(argument)) return fileOf(argument);
  // A drive's letter is no scheme.
  if (/^[a-z][a-z0-9+.-]+:/i.test(argument)) return [];
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

/** The same arguments for a start that is made elsewhere: what is a path is whole. The program is not among them. */
export function movableArguments(argv: readonly string[], folder: string): readonly string[] {
  return argv.slice(1).map((argument) => {
    const [path] = argument.startsWith('-') || /^file:/i.test(argument) ? [] : pathOf(argument, folder);
    return path ?? argument;
  });
}

/** In an app that runs from its sources the second argument is its folder. */
export function withoutAppFolder(argv: readonly string[], isPackaged: boolean): readonly string[] {
  if (isPackaged) return argv;
  const folder = argv.findIndex((argument, index) => index > 0 && !argument.startsWith('-'));
  return argv.filter((_argument, index) => index !== folder);
}
