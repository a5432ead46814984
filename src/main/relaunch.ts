import { relative } from 'node:path';
import { app } from 'electron';

/** Starts the app again after this process has ended. `args`: of the new start; by default those of this one. */
export function relaunch(args: readonly string[] = process.argv.slice(1)): void {
  const execPath = appImageOf(process.execPath, process.env);
  app.relaunch({ args: [...args], ...(execPath === null ? {} : { execPath }) });
}

/**
 * Returns the AppImage that a program runs from; null if there is none. An AppImage is a mount that ends with its
 * process, so a restart needs the AppImage itself, not the program in it. A program that another AppImage started (for
 * example a file manager) has that one's variables, but is outside its mount.
 */
export function appImageOf(program: string, { APPIMAGE, APPDIR }: NodeJS.ProcessEnv): string | null {
  if (APPIMAGE === undefined || APPIMAGE === '' || APPDIR === undefined || APPDIR === '') return null;
  return relative(APPDIR, program).startsWith('..') ? null : APPIMAGE;
}
