import { release } from 'node:os';
import { app } from 'electron';

/** The app's own version and those of what it runs on, for reports. */
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
