import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** Of an error, as pino counts. */
const LEVEL = 50;

/** Opens the app's log file at its end, and gives its descriptor. Opening a pipe would wait for ever for somebody who reads it. */
export function openLogFile(userData: string): number {
  const folder = join(userData, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  // Windows knows no waiting here, and no flag against it.
  const flags = O_WRONLY | O_APPEND | O_CREAT | (constants.O_NONBLOCK ?? 0);
  const path = join(folder, 'dropslip.log');
  refuseLink(path);
  const file = openSync(path, flags, 0o600);
  const stats = fstatSync(file);
  if (stats.isFile() || stats.isCharacterDevice()) return file;
  closeSync(file);
  throw new Error('The log’s path is not a file.');
}

/** What is logged is not to be written into a file of the person's. A device loses nothing by it. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  if (!statSync(path).isCharacterDevice()) throw new Error('The log’s path is a link.');
}

/**
 * For a start that failed, perhaps before there was a log or because there can be none. A line as pino writes it: that is not
 * read before Chromium starts, which would wait for it.
 */
export function logFailedStart(userData: string, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // With its code and its causes, which pino finds by itself.
  const stack = inspect(error);
  process.stderr.write(`Dropslip could not start: ${stack}\n`);
  try {
    const time = new Date().toISOString();
    const line = { level: LEVEL, time, error: { type: name, message, stack }, msg: 'the start failed' };
    writeSync(openLogFile(userData), `${JSON.stringify(line)}\n`);
  } catch {
    // It was said where it could be.
  }
}
