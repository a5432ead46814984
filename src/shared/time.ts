const servicePattern = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:[.,](\d+))?\s*(Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * The service's time as a UTC instant: `YYYY-MM-DDTHH:MM:SSZ`, or with `.fff` (cut to milliseconds) if it has a
 * fraction. The service writes no zone and means UTC; a given zone is respected. Null if it is not a time.
 */
export function parseServiceTime(text: string): string | null {
  const plain = plainUtc(text);
  if (plain !== null) return plain;
  const match = servicePattern.exec(text.trim());
  if (match === null) return null;
  const [, day = '', clock = '', fraction = '', zone = 'Z'] = match;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  // Checks the date without its zone first, because an engine may turn February 31 into March.
  const local = new Date(`${day}T${clock}.${millis}Z`);
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${day}T${clock}`)) return null;
  if (offset === 'Z') return local.toISOString().replace('.000Z', 'Z');
  const instant = new Date(`${day}T${clock}.${millis}${offset}`);
  if (Number.isNaN(instant.getTime())) return null;
  return instant.toISOString().replace('.000Z', 'Z');
}

const plainPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?$/;

/**
 * A fast path for most records: no zone, and a day that every month has. Creating dates would be most of the work for
 * a list of a hundred thousand records. Null for anything else.
 */
function plainUtc(text: string): string | null {
  if (!plainPattern.test(text)) return null;
  const millis = text.slice(20, 23);
  const fraction = millis === '' || /^0+$/.test(millis) ? '' : `.${millis.padEnd(3, '0')}`;
  return `${text.slice(0, 19)}${fraction}Z`;
}

/** An instant in the user's language and zone. Returns any other text unchanged. */
export function formatInstant(iso: string, locale: string | undefined, timeZone: string | undefined): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone }).format(instant);
}

/** The local calendar day, `2026-05-03`, for file names. `at`: epoch milliseconds. */
export function localDay(at: number): string {
  const date = new Date(at);
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return [date.getFullYear(), ...parts].join('-');
}

/** Windows use about ten, in one language and one or two zones. */
const MOST = 32;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A cached format for a language (undefined: this machine's), zone and style. The garbage collector does not see the
 * memory of formats: forty thousand unused ones took 800 MiB.
 */
export function dateFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale ?? null, options]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  if (formats.size >= MOST) formats.clear();
  formats.set(key, made);
  return made;
}

/**
 * An instant for a ticket, in the same form for every language: UTC first, then local time with its offset.
 * `2026-05-03 12:05:00 UTC (2026-05-03 14:05:00 +02:00)`. `timeZone`: this machine's by default. Returns any other
 * text unchanged.
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

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of this computer; null if it has no known name. Times are then in UTC. */
export function ownTimeZone(): string | null {
  const { timeZone }: { readonly timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : null;
}

/** The time of day of an instant in the language of this computer, with the date if it is not today. */
export function timeInWords(iso: string, now: number): string {
  const date = new Date(iso);
  const today = new Date(now).toDateString() === date.toDateString();
  const clock = date.getTime() - now < 60_000 ? ({ timeStyle: 'medium' } as const) : ({ timeStyle: 'short' } as const);
  return dateFormat(undefined, today ? clock : { dateStyle: 'medium', ...clock }).format(date);
}
