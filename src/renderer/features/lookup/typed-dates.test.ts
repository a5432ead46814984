import { expect, test } from 'vitest';
import { parseTypedDate } from './typed-dates.ts';

// A Saturday.
const now = new Date(2026, 10, 21, 9).getTime();
const day = (year: number, month: number, date: number) => ({
  from: new Date(year, month - 1, date).toISOString(),
  until: new Date(year, month - 1, date + 1).toISOString(),
});
const month = (number: number) => ({
  from: new Date(2026, number - 1, 1).toISOString(),
  until: new Date(2026, number, 1).toISOString(),
});

test.each([
  ['2026-05-03', 'en-US'],
  ['3.5.2026', 'de-DE'],
  ['3.5.2026', 'en-US'],
  ['3. Mai 2026', 'de-DE'],
  ['3/5/2026', 'en-GB'],
  ['5/3/2026', 'en-US'],
  ['3 May', 'en-GB'],
  ['May 3rd, 2026', 'en-US'],
  ['3 mai 2026', 'fr-FR'],
  ['3 de mayo de 2026', 'es-ES'],
])('%s in %s is the third of May', (typed, locale) => {
  expect(parseTypedDate(typed, locale, now)).toEqual(day(2026, 5, 3));
});

test.each([
  ['24 December', 'en-GB', day(2025, 12, 24)],
  ['21 November', 'en-GB', day(2026, 11, 21)],
  ['gestern', 'de-DE', day(2026, 11, 20)],
  ['yesterday', 'de-DE', day(2026, 11, 20)],
  ['3 days ago', 'en-US', day(2026, 11, 18)],
  ['Friday', 'en-GB', day(2026, 11, 20)],
  ['Monday', 'en-GB', day(2026, 11, 16)],
  ['last Friday', 'en-GB', day(2026, 11, 20)],
  ['Freitag', 'de-DE', day(2026, 11, 20)],
  ['November', 'en-GB', month(11)],
  ['May 2026', 'en-GB', month(5)],
  ['last month', 'en-GB', month(10)],
])('%s in %s is the last one that was', (typed, locale, days) => {
  expect(parseTypedDate(typed, locale, now)).toEqual(days);
});

test.each([
  ['last week', 9],
  ['this week', 16],
])('%s is from Monday to Sunday, whatever day it is', (typed, monday) => {
  for (const today of [16, 18, 21, 22]) {
    const at = new Date(2026, 10, today, 9).getTime();
    const days = { from: day(2026, 11, monday).from, until: day(2026, 11, monday + 7).from };
    expect(parseTypedDate(typed, 'en-GB', at), `on ${today}`).toEqual(days);
  }
});

test.each(['1 November to 5 November', '1 Nov - 5 Nov 2026'])('%s is all days from first to last', (typed) => {
  expect(parseTypedDate(typed, 'en-GB', now)).toEqual({ from: day(2026, 11, 1).from, until: day(2026, 11, 5).until });
});

test.each(['', 'letter.txt', '31.02.2026', '13/13/2026', '99', 'May', 'sun', '1.2.3.4'])('%j is no date', (typed) => {
  expect(parseTypedDate(typed, 'de-DE', now)).toBeNull();
});
