import { relative } from 'node:path';
import { app } from 'electron';

/** Starts the app again once this process has ended; `args`: of the new start, else as this one was given. */
export function relaunch(args: readonly string[] = process.argv.slice(1)): void {
  const execPath = appImageOf(process.execPath, process.env);
  app.relaunch({ args: [...args], ...(execPath === null ? {} : { execPath }) });
}

/**
 * The AppImage that a program runs from, null where it runs from none. An AppImage is a mount that vanishes with its
 * process, so the program in it is no longer there when it is to be started again; the AppImage is.
 * Who was started out of another AppImage, a file manager say, has that one’s variables, and lies elsewhere.
 */
export function appImageOf(program: string, { APPIMAGE, APPDIR }: NodeJS.ProcessEnv): string | null {
  if (APPIMAGE === undefined || APPIMAGE === '' || APPDIR === undefined || APPDIR === '') return null;
  return relative(APPDIR, program).startsWith('..') ? null : APPIMAGE;
}
