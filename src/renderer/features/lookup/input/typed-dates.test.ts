import { expect, test } from 'vitest';
import { isNoSuchDay, parseTypedDate } from './typed-dates.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const day = (year: number, month: number, date: number) => ({
  from: new Date(year, month - 1, date).toISOString(),
  until: new Date(year, month - 1, date + 1).toISOString(),
});

test.each([
  ['2026-05-03', 'en-US'],
  ['2026-05-03T14:05', 'en-US'],
  ['3.5.2026', 'de-DE'],
  ['03.05.26', 'de-DE'],
  ['3. Mai 2026', 'de-DE'],
  ['3/5/2026', 'en-GB'],
  ['5/3/2026', 'en-US'],
  ['3 May 2026', 'en-GB'],
  ['May 3rd, 2026', 'en-US'],
  ['3 mai 2026', 'fr-FR'],
  ['3 de mayo de 2026', 'es-ES'],
  ['2026/05/03', 'en-GB'],
  ['3 May', 'fr-FR'],
  ['3.5.', 'de-DE'],
])('%s in %s is the third of May', (typed, locale) => {
  expect(parseTypedDate(typed, locale, now)).toEqual(day(2026, 5, 3));
});

test('a day without a year is the last one that was', () => {
  expect(parseTypedDate('24 December', 'en-GB', now)).toEqual(day(2025, 12, 24));
});

test('today and yesterday are known in the person’s language and in English', () => {
  expect(parseTypedDate('Heute', 'de-DE', now)).toEqual(day(2026, 11, 21));
  expect(parseTypedDate('yesterday', 'de-DE', now)).toEqual(day(2026, 11, 20));
});

test.each([
  ['23.11.2026', 'en-US'],
  ['23/11/2026', 'en-US'],
  ['23/11/26', 'en-US'],
  ['23/11', 'en-US'],
  ['11/23/2026', 'en-GB'],
  ['11.23.2026', 'de-DE'],
])('%s in %s is the one day that it can be', (typed, locale) => {
  const later = new Date(2026, 10, 24).getTime();
  expect(parseTypedDate(typed, locale, later)).toEqual(day(2026, 11, 23));
});

test.each([
  ['12.11.2026', 'en-US', 2026, 11, 12],
  ['12.11.26', 'en-US', 2026, 11, 12],
  ['12.11.', 'en-US', 2026, 11, 12],
  ['11.12.', 'de-DE', 2025, 12, 11],
  ['11. 12.', 'hu-HU', 2026, 11, 12],
])(
  '%s in %s has its day first, as everything with dots but where years come first',
  (typed, locale, year, month, date) => {
    expect(parseTypedDate(typed, locale, now)).toEqual(day(year, month, date));
  },
);

test.each([
  ['12/11/2026', 'en-US', 11, 12],
  ['11/12/2026', 'en-GB', 11, 12],
  ['11/12/2026', 'en-US', 11, 12],
  ['10/11/2026', 'en-US', 10, 11],
  ['12/12/2026', 'en-US', 12, 12],
])('%s in %s is a day to come only where it can be no other', (typed, locale, month, date) => {
  expect(parseTypedDate(typed, locale, now)).toEqual(day(2026, month, date));
});

test.each([
  ['3 days ago', 'en-US', day(2026, 11, 18)],
  ['1 day ago', 'de-DE', day(2026, 11, 20)],
  ['vor 3 Tagen', 'de-DE', day(2026, 11, 18)],
  ['2 weeks ago', 'en-GB', { ...day(2026, 11, 2), until: day(2026, 11, 9).from }],
  ['gestern', 'en-US', day(2026, 11, 20)],
  ['ayer', 'en-GB', day(2026, 11, 20)],
  ['12. März 2026', 'en-US', day(2026, 3, 12)],
  ['november', 'en-US', { ...day(2026, 11, 1), until: day(2026, 12, 1).from }],
  ['December', 'en-GB', { ...day(2025, 12, 1), until: day(2026, 1, 1).from }],
])('%s is understood in %s', (typed, locale, days) => {
  expect(parseTypedDate(typed, locale, now)).toEqual(days);
});

// The 21st of November 2026 is a Saturday.
test.each([
  ['friday', 'en-US', 20],
  ['Monday', 'en-GB', 16],
  ['saturday', 'en-GB', 21],
  ['last saturday', 'en-GB', 14],
  ['last Friday', 'en-GB', 20],
  ['thu', 'en-GB', 19],
  ['Freitag', 'de-DE', 20],
  ['letzten Samstag', 'de-DE', 14],
  ['friday', 'de-DE', 20],
  ['vendredi dernier', 'fr-FR', 20],
  ['Friday, 20 November 2026', 'en-GB', 20],
  ['fri 13 nov', 'en-GB', 13],
])('%s in %s is the %ith of November', (typed, locale, date) => {
  expect(parseTypedDate(typed, locale, now)).toEqual(day(2026, 11, date));
});

test('a day of the week is the last that was, whatever day it is', () => {
  for (let today = 1; today <= 28; today += 1) {
    const at = new Date(2026, 10, today, 23, 59).getTime();
    const days = parseTypedDate('monday', 'en-GB', at);
    const from = new Date(days?.from ?? '');
    expect(from.getDay()).toBe(1);
    expect(Math.floor((at - from.getTime()) / 86_400_000)).toBeLessThan(7);
    expect(from.getTime()).toBeLessThanOrEqual(at);
    const last = new Date(parseTypedDate('last monday', 'en-GB', at)?.from ?? '');
    expect(last.getDay()).toBe(1);
    expect(last.getTime() < new Date(2026, 10, today).getTime()).toBe(true);
  }
});

test('last week is the one before this one, from its Monday wherever that is, as in Spending', () => {
  const week = (date: number) => ({ ...day(2026, 11, date), until: new Date(2026, 10, date + 7).toISOString() });
  expect(parseTypedDate('last week', 'en-GB', now)).toEqual(week(9));
  expect(parseTypedDate('last week', 'en-US', now)).toEqual(week(9));
  const sunday = new Date(2026, 10, 22, 12).getTime();
  expect(parseTypedDate('this week', 'en-US', sunday)).toEqual(week(16));
  expect(parseTypedDate('this week', 'en-GB', now)).toEqual(week(16));
});

test('a month is all of its days', () => {
  const may = { from: new Date(2026, 4, 1).toISOString(), until: new Date(2026, 5, 1).toISOString() };
  expect(parseTypedDate('May 2026', 'en-GB', now)).toEqual(may);
  expect(parseTypedDate('2026-05', 'en-GB', now)).toEqual(may);
});

test.each(['', 'letter.txt', '31.02.2026', '13/13/2026', '99', 'May', '2026-05-03-04', '1.2.3.4'])(
  '%j is no date',
  (typed) => {
    expect(parseTypedDate(typed, 'de-DE', now)).toBeNull();
  },
);

test.each([
  ['1.11.-5.11.', 'de-DE'],
  ['01.11.2026-05.11.2026', 'en-US'],
  ['between 1.11. and 5.11.', 'en-US'],
  ['1 November - 5 November', 'en-GB'],
  ['from 1 Nov to 5 Nov 2026', 'en-US'],
  ['2026-11-01 - 2026-11-05', 'en-GB'],
  ['vom 1.11. bis 5.11.', 'de-DE'],
  ['11/1-11/5', 'en-US'],
])('%s in %s is all days from the first to the fifth', (typed, locale) => {
  expect(parseTypedDate(typed, locale, now)).toEqual({ from: day(2026, 11, 1).from, until: day(2026, 11, 5).until });
});

test.each(['5.11.-1.11.', 'letter and handover', '2026-01-03-04', 'between us'])('%s is no range of days', (typed) => {
  expect(parseTypedDate(typed, 'de-DE', now)).toBeNull();
});

test.each([
  ['31.11.2026', true],
  ['30.2.2026', true],
  ['29/2/2026', true],
  ['2026-02-30', true],
  ['30.2.', true],
  ['29.2.2024', false],
  ['29.2.', false],
  ['12.11.2026', false],
  ['23/11/2026', false],
  ['99.99.2026', false],
  ['31.4', false],
  ['1.2.3.4', false],
  ['letter', false],
])('%s is a day that no calendar has: %s', (typed, is) => {
  expect(isNoSuchDay(typed)).toBe(is);
});
