import { destination, type Logger, pino } from 'pino';
import { openLogFile } from './log-file.ts';

const secretNames = ['apiKey', 'accessToken', 'credentials', 'headers', 'authorization', '["x-api-key"]'];

const STDERR = 2;

/**
 * Opens the app's log. Fields that may contain a secret are redacted. If the log file cannot be written, the log goes
 * to standard error, because the app must still start.
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
  // A full disk must not break an action that only logs. Unwritten lines follow later.
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
