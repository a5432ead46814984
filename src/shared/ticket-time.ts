import { dateFormat } from './date-format.ts';

/**
 * An instant for a ticket, the same whatever the language: UTC first, then the clock on the wall with its distance from
 * UTC. `2026-05-03 12:05:00 UTC (2026-05-03 14:05:00 +02:00)`. `timeZone`: left out, that of this machine. What is no
 * instant comes back as it is.
 */
export function ticketTime(instant: string, timeZone?: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const utc = at.toISOString().slice(0, 19).replace('T', ' ');
  return `${utc} UTC (${wallClock(at, timeZone)})`;
}

function wallClock(at: Date, timeZone: string | undefined): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const parts = dateFormat('en', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
    ...zone,
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  const offset = part('timeZoneName').replace(/^GMT/, '') || '+00:00';
  return `${day} ${part('hour')}:${part('minute')}:${part('second')} ${offset}`;
}
