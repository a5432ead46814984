import type { LookupDays } from '../../../../shared/bridge/lookup.ts';
import { type DatePart, type DateWords, dateWordsOf } from './date-words.ts';

const DAYS_OF_WEEK = 7;
/** As the weeks of Spending begin, wherever the person lives: last week must be the same days on both screens. */
const MONDAY = 1;
/** Shorter ones (`May`, `Mar`) are a part of a name sooner than a month. */
const SHORTEST_MONTH = 4;
const LONGEST_AGO = 24;

/**
 * A day, month or year as people type it, in the language `locale` or in ISO form, on the clock of this machine:
 * `3.5.2026`, `5/3/26` (where months come first), `3 May`, `May 2026`, `yesterday`, `last Friday`, `2026-05-03`. A day without a
 * year is the last one that was, and so are a day of the week and a month by itself (`November`). Null when it is no date.
 * `now`: epoch milliseconds.
 */
export function parseTypedDate(typed: string, locale: string | undefined, now: number): LookupDays | null {
  const text = typed.trim().toLocaleLowerCase(locale).replace(/\s+/g, ' ');
  if (text === '' || text.length > 40) return null;
  return oneDate(text, locale, now) ?? range(text, locale, now);
}

function oneDate(text: string, locale: string | undefined, now: number): LookupDays | null {
  const words = dateWordsOf(locale);
  return (
    relativeDays(text, words, now) ??
    dayOfWeek(text, words, now) ??
    writtenDate(text, words, now) ??
    lastMonth(text, words, now)
  );
}

const rangeWords = /^(?:(?:between|from|zwischen|von|vom) )?(.+?)(?: (?:-|to|until|till|and|bis|und) | ?\.\.\. ?)(.+)$/;
/** Hyphens stand in dates as well: between others than these alone they part two. */
const rangeHyphen = /^(\d{1,2}[./][\d./]*)-(\d{1,2}[./][\d./]*)$/;

/** `1.11.-5.11.`, `between 1 May and 5 May`: both days are in it. */
function range(text: string, locale: string | undefined, now: number): LookupDays | null {
  const [, first, last] = rangeHyphen.exec(text) ?? rangeWords.exec(text) ?? [];
  if (first === undefined || last === undefined) return null;
  const [from, until] = [oneDate(first, locale, now), oneDate(last, locale, now)];
  return from === null || until === null || from.from > until.from ? null : { from: from.from, until: until.until };
}

const wholeDay = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})?$/;
const wholeIsoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** Of a day without a year, the year may be one with a 29th of February. */
const LEAP_YEAR = 2024;

/** `31.11.2026`: a date by its looks, but of a day that no calendar has. */
export function isNoSuchDay(typed: string): boolean {
  const text = typed.trim();
  const [, isoYear, isoMonth, isoDay] = wholeIsoDay.exec(text) ?? [];
  const [, one, , other, year] = wholeDay.exec(text) ?? [];
  const inYear = year === undefined ? LEAP_YEAR : fullYear(year);
  const readings =
    isoYear !== undefined
      ? [[Number(isoYear), Number(isoMonth), Number(isoDay)] as const]
      : [[inYear, Number(other), Number(one)] as const, [inYear, Number(one), Number(other)] as const];
  const likely = readings.filter(([, month, day]) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  return likely.length > 0 && likely.every(([at, month, day]) => validDays(at, month, day) === null);
}

function writtenDate(text: string, words: DateWords, now: number): LookupDays | null {
  return isoDate(text) ?? numericDate(text, words, now) ?? namedDate(text, words, now);
}

function relativeDays(text: string, words: DateWords, now: number): LookupDays | null {
  const count = text.length > LONGEST_AGO ? undefined : /(?<!\d)[1-9]\d{0,2}(?!\d)/.exec(text)?.[0];
  const found = words.relative.get(text) ?? (count === undefined ? undefined : words.ago(Number(count)).get(text));
  if (found === undefined) return null;
  const today = new Date(now);
  const [year, month] = [today.getFullYear(), today.getMonth() + 1];
  switch (found.unit) {
    case 'day':
      return daysFrom(year, month, today.getDate() + found.from, 1);
    case 'week': {
      const sinceFirst = (today.getDay() - MONDAY + DAYS_OF_WEEK) % DAYS_OF_WEEK;
      return daysFrom(year, month, today.getDate() - sinceFirst + found.from * DAYS_OF_WEEK, DAYS_OF_WEEK);
    }
    case 'month':
      return { from: instant(year, month + found.from, 1), until: instant(year, month + found.from + 1, 1) };
  }
}

/** `monday`, `last monday`; `monday, 3 may` is the third of May. */
function dayOfWeek(text: string, words: DateWords, now: number): LookupDays | null {
  const [first = '', ...others] = text.split(/[\s,.]+/).filter((word) => word !== '');
  const [one, two] = [words.weekdays.get(first), words.weekdays.get(others[0] ?? '')];
  const [second = ''] = others;
  if (one !== undefined && others.length === 0) return lastWeekday(one, now, 0);
  if (one !== undefined && others.length === 1 && words.last.has(second)) return lastWeekday(one, now, 1);
  if (two !== undefined && others.length === 1 && words.last.has(first)) return lastWeekday(two, now, 1);
  if (one === undefined || others.length === 0) return null;
  return writtenDate(text.slice(first.length).replace(/^[\s,.]+/, ''), words, now);
}

/** `least`: so many days ago, or more. */
function lastWeekday(weekday: number, now: number, least: 0 | 1): LookupDays {
  const today = new Date(now);
  const ago = (today.getDay() - weekday - least + 2 * DAYS_OF_WEEK) % DAYS_OF_WEEK;
  return daysFrom(today.getFullYear(), today.getMonth() + 1, today.getDate() - ago - least, 1);
}

function isoDate(text: string): LookupDays | null {
  const match = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[t ][\d:.,z+-]*)?$/.exec(text);
  if (match === null) return null;
  const [, year, month, day] = match;
  return validDays(Number(year), Number(month), day === undefined ? null : Number(day));
}

function lastMonth(text: string, { months }: DateWords, now: number): LookupDays | null {
  const month = text.length < SHORTEST_MONTH ? undefined : months.get(text);
  if (month === undefined) return null;
  const year = new Date(now).getFullYear();
  return validDays(Date.parse(instant(year, month, 1)) <= now ? year : year - 1, month, null);
}

function numericDate(text: string, { order }: DateWords, now: number): LookupDays | null {
  const numbers = /^(\d{1,4})[./ -]+(\d{1,4})(?:[./ -]+(\d{2,4}))?[./]?$/.exec(text);
  if (numbers === null) return null;
  const given = numbers.slice(1).filter((number) => number !== undefined);
  if (given.length === 2) {
    const [first = '', second = ''] = given;
    if (second.length === 4) return validDays(Number(second), Number(first), null);
    const readings = dayAndMonth(text, order, [first, second], (day, month) => lastTime(month, day, now));
    return readings[0] ?? null;
  }
  const [first = '', second = '', third = ''] = given;
  // A year of four digits tells its own place; the others keep theirs.
  if (first.length === 4) return validDays(Number(first), Number(second), Number(third));
  if (order[0] === 'year' && third.length !== 4) return validDays(fullYear(first), Number(second), Number(third));
  const inOrder = order[0] === 'year' ? (['day', 'month'] as const) : order;
  const readings = dayAndMonth(text, inOrder, [first, second], (day, month) => validDays(fullYear(third), month, day));
  // Nothing was submitted on a day to come: the other reading is what is meant.
  return readings.find(({ from }) => Date.parse(from) <= now) ?? readings[0] ?? null;
}

/**
 * As which days two numbers can be read, the likeliest first: in the order of the person's language, else the other way
 * around (`23/11` is no day of the 23rd month). With dots the day comes first in every language that does not begin with years.
 */
function dayAndMonth(
  text: string,
  order: readonly DatePart[],
  [first, second]: readonly [string, string],
  read: (day: number, month: number) => LookupDays | null,
): readonly LookupDays[] {
  const [one, other] = [Number(first), Number(second)];
  const isDayFirst = (text.includes('.') && order[0] !== 'year') || order.find((part) => part !== 'year') === 'day';
  const readings = [read(one, other), read(other, one)].flatMap((days) => days ?? []);
  return isDayFirst ? readings : readings.toReversed();
}

function namedDate(text: string, { months }: DateWords, now: number): LookupDays | null {
  const words = text
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .split(/[\s,./-]+/)
    .filter((word) => word !== '' && word !== 'de' && word !== 'of');
  if (words.length === 0 || words.length > 3) return null;
  const at = words.findIndex((word) => months.has(word));
  const month = months.get(words[at] ?? '');
  if (month === undefined) return null;
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

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

function lastTime(month: number, day: number, now: number): LookupDays | null {
  const year = new Date(now).getFullYear();
  const thisYear = validDays(year, month, day);
  return thisYear !== null && Date.parse(thisYear.from) <= now ? thisYear : validDays(year - 1, month, day);
}

function validDays(year: number, month: number, day: number | null): LookupDays | null {
  if (year < 2000 || year > 2999 || month < 1 || month > 12) return null;
  if (day === null) return { from: instant(year, month, 1), until: instant(year, month + 1, 1) };
  const at = new Date(year, month - 1, day);
  return at.getMonth() === month - 1 && at.getDate() === day ? daysFrom(year, month, day, 1) : null;
}

function daysFrom(year: number, month: number, day: number, count: number): LookupDays {
  return { from: instant(year, month, day), until: instant(year, month, day + count) };
}

/** Midnight on the clock of this machine. */
function instant(year: number, month: number, day: number): string {
  return new Date(year, month - 1, day).toISOString();
}
