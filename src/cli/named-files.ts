import { mkdir, readFile } from 'node:fs/promises';
import { originalFs } from '../core/files/index.ts';
import { CommandError } from './exit.ts';

/* The files and folders that the user named. */

/** Throws unless there is a file or a folder. */
export async function mustExist(path: string): Promise<void> {
  await originalFs.promises.lstat(path).catch(() => {
    throw new CommandError('usage', 'no-such-file', `There is no file or folder “${path}”.`);
  });
}

/** Returns the first line of a file. */
export async function firstLine(file: string): Promise<string> {
  return (await textOf(file)).split(/\r?\n/, 1)[0] ?? '';
}

/** Returns the text of a file that the user named. */
export function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(async (error: unknown) => {
    await mustExist(file);
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError('usage', 'file-not-readable', `“${file}” cannot be read: ${why}`);
  });
}

/** Creates the folder for what the user saves. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw notSaved(folder, error);
  });
}

export function notSaved(path: string, error: unknown): CommandError {
  const why = error instanceof Error ? error.message : String(error);
  return new CommandError('failed', 'not-saved', `“${path}” cannot be saved: ${why}`);
}
