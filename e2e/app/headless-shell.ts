import { existsSync } from 'node:fs';
import { hasDisplay } from '../chromium-host/display.ts';

const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Chromium without the browser around it, where it is installed and nobody can look: its pages are the same, and it starts
 * with a third of the work. The host's own tests run on the whole of it.
 */
export function preferHeadlessShell(): void {
  if (!hasDisplay(process.env, process.platform) && existsSync(SHELL)) process.env.CHROMIUM_PATH ??= SHELL;
}

/** The environment of a start for which the browser around it counts. */
export function wholeBrowser(): Readonly<Record<string, string>> {
  return process.env.CHROMIUM_PATH === SHELL ? { CHROMIUM_PATH: '' } : {};
}
