import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** The level of errors in pino. */
const LEVEL = 50;

/** Opens the app's log file for appending and returns its descriptor. A pipe must not block: it would wait for a reader. */
export function openLogFile(userData: string): number {
  const folder = join(userData, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  // Windows has no such flag and does not block here.
  const flags = O_WRONLY | O_APPEND | O_CREAT | (constants.O_NONBLOCK ?? 0);
  const path = join(folder, 'dropslip.log');
  refuseLink(path);
  const file = openSync(path, flags, 0o600);
  const stats = fstatSync(file);
  if (stats.isFile() || stats.isCharacterDevice()) return file;
  closeSync(file);
  throw new Error('The log’s path is not a file.');
}

/** A link could lead the log into a user's file. A device loses no data. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  if (!statSync(path).isCharacterDevice()) throw new Error('The log’s path is a link.');
}

/**
 * Logs a failed start, possibly before there is a log. It writes pino's format itself, because loading pino would delay
 * the start of Chromium.
 */
export function logFailedStart(userData: string, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // Includes the code and the causes.
  const stack = inspect(error);
  process.stderr.write(`Dropslip could not start: ${stack}\n`);
  try {
    const time = new Date().toISOString();
    const line = { level: LEVEL, time, error: { type: name, message, stack }, msg: 'the start failed' };
    writeSync(openLogFile(userData), `${JSON.stringify(line)}\n`);
  } catch {
    // Standard error already has it.
  }
}
