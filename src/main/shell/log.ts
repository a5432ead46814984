import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';

const secretNames = ['apiKey', 'accessToken', 'credentials', 'headers', 'authorization', '["x-api-key"]'];

/** The app's log file. Fields that could carry a secret are blanked whatever is logged. */
export function openLog(userData: string): Logger {
  const folder = join(userData, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
      redact: {
        paths: secretNames.flatMap((name) => (name.startsWith('[') ? [name, `*${name}`] : [name, `*.${name}`])),
      },
    },
    destination({ dest: join(folder, 'dropslip.log'), sync: true, mkdir: true }),
  );
}
