import type { LookupKeys } from '../../../../shared/bridge/lookup.ts';
import { dateWordsOf } from './date-words.ts';
import { parseTypedDate } from './typed-dates.ts';

/** `3 de mayo de 2026` */
const MOST_DATE_WORDS = 5;
/** Longer texts are no name with a date. */
const MOST_WORDS = 12;
/** What stands between a name and its date, and is no part of either. */
const between = /^(?:on|of|from|at|am|vom|von|du|le|del|de|el|dated|,|-|–)$/;

/** A part of a name and a date before, behind or in it: `contract 12 nov`, `yesterday contract`. Null when it is not both. */
export function readDatedName(typed: string, locale: string | undefined, now: number): LookupKeys['dated'] {
  const words = typed.split(' ').filter((word) => word !== '');
  if (words.length < 2 || words.length > MOST_WORDS) return null;
  // The longest first: `12 nov 2025` is not the twelfth of November of this year.
  for (let length = Math.min(MOST_DATE_WORDS, words.length - 1); length > 0; length -= 1) {
    // What stands at the end is a date sooner than what stands before it.
    for (let start = words.length - length; start >= 0; start -= 1) {
      const days = parseTypedDate(withoutComma(words.slice(start, start + length).join(' ')), locale, now);
      // A month by itself is a word of the name: `March invoice`.
      if (days === null || (length === 1 && isMonth(words[start] ?? '', locale))) continue;
      const name = [...withoutLast(words.slice(0, start)), ...words.slice(start + length)].join(' ');
      return name === '' ? null : { name, days };
    }
  }
  return null;
}

const isMonth = (word: string, locale: string | undefined): boolean =>
  dateWordsOf(locale).months.has(withoutComma(word).toLocaleLowerCase(locale));

const withoutComma = (text: string): string => text.replace(/,$/, '');

function withoutLast(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  if (last === undefined) return words;
  if (between.test(last.toLowerCase())) return words.slice(0, -1);
  return [...words.slice(0, -1), withoutComma(last)];
}
