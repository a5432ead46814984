import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** The variable that names the browser to use, when none of the usual places is meant. */
export const EXECUTABLE_VARIABLE = 'CHROMIUM_PATH';

const linux = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
];

const macOs = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const windows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path of an installed Chromium, Chrome or Edge; null when there is none. */
export function findChromium(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  const named = environment[EXECUTABLE_VARIABLE];
  if (named !== undefined && named !== '') return named;
  return candidates(environment, platform).find(isExecutable) ?? null;
}

function candidates(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', join(environment.HOME ?? '/', 'Applications')];
    return macOs.flatMap((path) => folders.map((folder) => join(folder, path)));
  }
  if (platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);
    return windows.flatMap((path) => folders.map((folder) => join(folder, path)));
  }
  return linux;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
