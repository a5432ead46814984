import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';

const secretNames = ['apiKey', 'accessToken', 'credentials', 'headers', 'authorization', '["x-api-key"]'];

/** The app's log file. Fields that could carry a secret are blanked whatever is logged. */
export function openLog(userData: string): Logger {
  const folder = join(userData, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = destination({ dest: join(folder, 'dropslip.log'), sync: true, mkdir: true });
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
    openLog(userData).error({ error }, 'the start failed');
  } catch {
    // It was said where it could be.
  }
}
