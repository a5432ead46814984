import { dateFormat } from './date-format.ts';

const servicePattern = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:[.,](\d+))?\s*(Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * The service's time as a UTC instant: `YYYY-MM-DDTHH:MM:SSZ`, or with `.fff` when there is a fraction (cut to
 * milliseconds). The service writes no zone and means UTC; a zone that is there is obeyed. Null when it is no time.
 */
export function parseServiceTime(text: string): string | null {
  const plain = plainUtc(text);
  if (plain !== null) return plain;
  const match = servicePattern.exec(text.trim());
  if (match === null) return null;
  const [, day = '', clock = '', fraction = '', zone = 'Z'] = match;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  // Looked at without its zone first: an engine may roll the 31st of February over into March.
  const local = new Date(`${day}T${clock}.${millis}Z`);
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${day}T${clock}`)) return null;
  if (offset === 'Z') return local.toISOString().replace('.000Z', 'Z');
  const instant = new Date(`${day}T${clock}.${millis}${offset}`);
  if (Number.isNaN(instant.getTime())) return null;
  return instant.toISOString().replace('.000Z', 'Z');
}

const plainPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?$/;

/**
 * What nearly every record has: no zone, and a day that every month has. Read without making dates, which for a list of a
 * hundred thousand records is most of the work. Null when it is anything else.
 */
function plainUtc(text: string): string | null {
  if (!plainPattern.test(text)) return null;
  const millis = text.slice(20, 23);
  const fraction = millis === '' || /^0+$/.test(millis) ? '' : `.${millis.padEnd(3, '0')}`;
  return `${text.slice(0, 19)}${fraction}Z`;
}

/** An instant for people, in their language and zone. What is no instant comes back as it is. */
export function formatInstant(iso: string, locale: string | undefined, timeZone: string | undefined): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone }).format(instant);
}
