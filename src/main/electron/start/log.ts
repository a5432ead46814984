import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';

const secretNames = ['apiKey', 'accessToken', 'credentials', 'headers', 'authorization', '["x-api-key"]'];

const STDERR = 2;

/**
 * The app's log file. Fields that could carry a secret are blanked whatever is logged. Where there can be no such file the
 * log goes to standard error: that is no reason not to start.
 */
export function openLog(userData: string): Logger {
  try {
    return logTo(openLogFile(userData));
  } catch (error) {
    const log = logTo(STDERR);
    log.warn({ error }, 'the log file cannot be written, so the log goes here');
    return log;
  }
}

/** Gives its descriptor. Opening a pipe would wait for ever for somebody who reads it. */
function openLogFile(userData: string): number {
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
  throw new Error('What has the name of the log is no file.');
}

/** What is logged is not to be written into a file of the person's. A device loses nothing by it. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  if (!statSync(path).isCharacterDevice()) throw new Error('A link has the name of the log.');
}

function logTo(descriptor: number): Logger {
  const file = destination({ dest: descriptor, sync: true });
  // A disk that is full must not fail what was only to be logged. What it did not take is written when it takes more.
  file.on('error', () => undefined);
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
      redact: {
        paths: secretNames.flatMap((name) => (name.startsWith('[') ? [name, `*${name}`] : [name, `*.${name}`])),
      },
    },
    file,
  );
}

/** For a start that failed, perhaps before there was a log or because there can be none. */
export function logFailedStart(userData: string, error: unknown): void {
  process.stderr.write(`Dropslip could not start: ${error instanceof Error ? error.stack : error}\n`);
  try {
    // Not as `fatal`, for which pino waits until the file takes it: on a full disk for ever.
    logTo(openLogFile(userData)).error({ error }, 'the start failed');
  } catch {
    // It was said where it could be.
  }
}
