import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** The level of errors in pino. */
const LEVEL = 50;

/** Opens the app's log file for appending and returns its descriptor. */
export function openLogFile(userData: string): number {
  const folder = join(userData, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return openSync(join(folder, 'dropslip.log'), 'a', 0o600);
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
