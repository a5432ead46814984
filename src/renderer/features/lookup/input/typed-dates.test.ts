import { expect, test } from 'vitest';
import { parseTypedDate } from './typed-dates.ts';

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
