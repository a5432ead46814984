import { destination, type Logger, pino } from 'pino';
import { openLogFile } from './log-file.ts';

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
