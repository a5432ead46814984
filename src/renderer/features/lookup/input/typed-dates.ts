/** Days as UTC instants: from the first, before the second. */
export type Days = { readonly from: string; readonly until: string };

type Part = 'day' | 'month' | 'year';

/**
 * A day, month or year as people type it, in the language `locale` or in ISO form, on the clock of this machine:
 * `3.5.2026`, `5/3/26` (where months come first), `3 May`, `May 2026`, `yesterday`, `2026-05-03`. A day without a year is
 * the last one that was. Null when it is no date. `now`: epoch milliseconds.
 */
export function parseTypedDate(typed: string, locale: string | undefined, now: number): Days | null {
  const text = typed.trim().toLocaleLowerCase(locale).replace(/\s+/g, ' ');
  if (text === '' || text.length > 40) return null;
  return (
    relativeDay(text, locale, now) ?? isoDate(text) ?? numericDate(text, locale, now) ?? namedDate(text, locale, now)
  );
}

function relativeDay(text: string, locale: string | undefined, now: number): Days | null {
  for (const days of [0, -1, -2]) {
    for (const language of [locale, 'en']) {
      const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
      if (text !== words.toLocaleLowerCase(language)) continue;
      const today = new Date(now);
      return daysFrom(today.getFullYear(), today.getMonth() + 1, today.getDate() + days);
    }
  }
  return null;
}

function isoDate(text: string): Days | null {
  const match = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[t ][\d:.,z+-]*)?$/.exec(text);
  if (match === null) return null;
  const [, year, month, day] = match;
  return validDays(Number(year), Number(month), day === undefined ? null : Number(day));
}

function numericDate(text: string, locale: string | undefined, now: number): Days | null {
  const numbers = /^(\d{1,4})[./ -]+(\d{1,4})(?:[./ -]+(\d{2,4}))?[./]?$/.exec(text);
  if (numbers === null) return null;
  const given = numbers.slice(1).filter((number) => number !== undefined);
  const all = orderOf(locale);
  if (given.length === 2) {
    const [first = '', second = ''] = given;
    if (second.length === 4) return validDays(Number(second), Number(first), null);
    const [one] = all.filter((part) => part !== 'year');
    const [day, month] = one === 'day' ? [first, second] : [second, first];
    return lastTime(Number(month), Number(day), now);
  }
  // A year of four digits tells its own place; the others keep theirs.
  const order =
    given[0]?.length === 4
      ? (['year', 'month', 'day'] as const)
      : all[0] === 'year' && given[2]?.length === 4
        ? (['day', 'month', 'year'] as const)
        : all;
  const partOf = (part: Part): string => given[order.indexOf(part)] ?? '';
  return validDays(fullYear(partOf('year')), Number(partOf('month')), Number(partOf('day')));
}

function namedDate(text: string, locale: string | undefined, now: number): Days | null {
  const words = text
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .split(/[\s,./-]+/)
    .filter((word) => word !== '' && word !== 'de' && word !== 'of');
  if (words.length === 0 || words.length > 3) return null;
  const months = words.map((word) => monthOf(word, locale));
  const at = months.findIndex((month) => month !== null);
  const month = months[at];
  if (month === undefined || month === null) return null;
  const numbers = words.filter((_, index) => index !== at);
  if (numbers.some((number) => !/^(\d{1,2}|\d{4})$/.test(number))) return null;
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number !== year);
  if (numbers.length === 2 && (year === undefined || day === undefined)) {
    const [first = '', second = ''] = numbers;
    return validDays(fullYear(second), month, Number(first));
  }
  if (day !== undefined && year === undefined) return lastTime(month, Number(day), now);
  if (year === undefined) return null;
  return validDays(Number(year), month, day === undefined ? null : Number(day));
}

function monthOf(word: string, locale: string | undefined): number | null {
  for (const language of [locale, 'en']) {
    for (const style of ['long', 'short'] as const) {
      for (const beside of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, {
          calendar: 'gregory',
          timeZone: 'UTC',
          month: style,
          ...beside,
        });
        for (let month = 1; month <= 12; month += 1) {
          const parts = format.formatToParts(Date.UTC(2026, month - 1, 15));
          const name = parts
            .find(({ type }) => type === 'month')
            ?.value.toLocaleLowerCase(language)
            .replace(/\.$/, '');
          if (name === word && !/^\d/.test(word)) return month;
        }
      }
    }
  }
  return null;
}

function orderOf(locale: string | undefined): readonly Part[] {
  const format = new Intl.DateTimeFormat(locale, { calendar: 'gregory', dateStyle: 'short' });
  return format
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

function lastTime(month: number, day: number, now: number): Days | null {
  const year = new Date(now).getFullYear();
  const thisYear = validDays(year, month, day);
  return thisYear !== null && Date.parse(thisYear.from) <= now ? thisYear : validDays(year - 1, month, day);
}

function validDays(year: number, month: number, day: number | null): Days | null {
  if (year < 2000 || year > 2999 || month < 1 || month > 12) return null;
  if (day === null) return { from: instant(year, month, 1), until: instant(year, month + 1, 1) };
  const at = new Date(year, month - 1, day);
  return at.getMonth() === month - 1 && at.getDate() === day ? daysFrom(year, month, day) : null;
}

function daysFrom(year: number, month: number, day: number): Days {
  return { from: instant(year, month, day), until: instant(year, month, day + 1) };
}

/** Midnight on the clock of this machine. */
function instant(year: number, month: number, day: number): string {
  return new Date(year, month - 1, day).toISOString();
}
