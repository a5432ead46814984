import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ordinaryUser, root } from './electron.ts';

const run = promisify(execFile);
// Debian's Python. Other installations have no AT-SPI bindings.
const python = '/usr/bin/python3';
const libraries = 'import gi; gi.require_version("Atspi", "2.0"); gi.require_version("Gtk", "3.0")';
const PATIENCE_MS = 120_000;

const dialogShape = z.object({ text: z.string(), buttons: z.array(z.string()), focused: z.string() });

/** A message box: its text, its buttons from left to right, and the focused one. */
export type MessageBox = z.infer<typeof dialogShape>;

/** Explains why tests cannot use the desktop, with the solution; null if they can. */
export function whyNoDesktop(): string | null {
  if (process.platform !== 'linux') return 'Tests use the desktop as a user does on Linux only.';
  const works = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;
  const missing = [
    ...(works('gcc', '--version') ? [] : ['gcc']),
    ...(works('xdotool', 'version') ? [] : ['xdotool']),
    ...(works(python, '-c', libraries) ? [] : ['gir1.2-atspi-2.0', 'gir1.2-gtk-3.0', 'python3-gi']),
    ...(existsSync(accessibilityService) ? [] : ['at-spi2-core']),
  ];
  return missing.length === 0 ? null : `To use the desktop as a user does, install ${missing.join(', ')}.`;
}

/** D-Bus starts the accessibility bus from this file. */
export const accessibilityService = '/usr/share/dbus-1/services/org.a11y.Bus.service';

/** Resolves with the environment that makes an app's dialogs readable. `folder`: one that the app can read. */
export async function exposeDialogs(folder: string): Promise<{ readonly GTK_MODULES: string }> {
  const library = join(folder, 'expose-dialogs.so');
  await run('gcc', ['-shared', '-fPIC', '-nostdlib', '-o', library, join(root, 'e2e', 'app', 'expose-dialogs.c')]);
  return { GTK_MODULES: library };
}

/** Waits for a message box and resolves with its content. */
export async function readMessageBox(): Promise<MessageBox> {
  return dialogShape.parse(JSON.parse(await drive('read')));
}

/** Waits for a button of a system dialog and presses it. */
export async function pressInDialog(button: string): Promise<void> {
  await drive('press', button);
}

/** Waits for a system dialog for files or folders, and chooses `path`. */
export async function chooseInDialog(path: string): Promise<void> {
  await drive('choose', path);
}

/** Reads the last message box of an app, presses the focused button, and waits until the app has ended. */
export async function lastWords(child: ChildProcess): Promise<MessageBox & { readonly code: number | null }> {
  child.stderr?.resume();
  const ended = once(child, 'exit');
  const box = await readMessageBox();
  await pressInDialog(box.focused);
  await ended;
  return { ...box, code: child.exitCode };
}

async function drive(...command: readonly string[]): Promise<string> {
  const args = [join(root, 'e2e', 'app', 'system-dialogs.py'), ...command];
  return (await run(python, args, { ...ordinaryUser, cwd: '/', timeout: PATIENCE_MS })).stdout;
}
