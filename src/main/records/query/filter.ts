import type { RecordFilter } from '../../../shared/bridge/records.ts';
import { daysIn } from './days.ts';
import { type Entry, LONG_CODE, searchText } from './entry.ts';
import { feesWithin, type TokenNames } from './tokens.ts';

type Test = (entry: Entry) => boolean;

/** The records that a filter means, in the order in which they were given. */
export function filtered(entries: readonly Entry[], filter: RecordFilter, tokens: TokenNames): readonly Entry[] {
  const tests = [...fieldTests(filter, tokens), ...wordsOf(filter.text).map((word) => wordTest(word, tokens))];
  return tests.reduce((left, test) => left.filter(test), entries);
}

function fieldTests(filter: RecordFilter, tokens: TokenNames): Test[] {
  const tests: Test[] = [];
  const { fromDay, toDay, feesFrom, feesTo, timeZone } = filter;
  if (filter.phases.length > 0) {
    const phases = new Set(filter.phases);
    tests.push(({ record }) => phases.has(record.phase));
  }
  if (filter.tokens.length > 0) {
    const wanted = new Set(filter.tokens);
    tests.push(({ record }) => wanted.has(record.tokenDetailsId));
  }
  if (fromDay !== null || toDay !== null) {
    const days = daysIn(timeZone);
    tests.push((entry) => {
      const day = days.of(entry);
      return day !== null && (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
    });
  }
  if (feesFrom !== null || feesTo !== null) tests.push(feesWithin(feesFrom, feesTo, tokens));
  return tests;
}

/** Whether all that `next` means is among what `before` meant, so that only that need be looked through. */
export function narrows(before: RecordFilter, next: RecordFilter): boolean {
  if (!next.text.startsWith(before.text)) return false;
  // A short word is looked for at the start of codes only and a long one inside of them, so that it may find more; and
  // `0x` is no part of a code.
  const words = wordsOf(next.text);
  const findsMore = wordsOf(before.text).some((word, at) => {
    const [short, long] = [bareCode(word), bareCode(words[at] ?? '')];
    return short === '' || !long.startsWith(short) || (short.length < LONG_CODE && long.length >= LONG_CODE);
  });
  return !findsMore && JSON.stringify({ ...before, text: '' }) === JSON.stringify({ ...next, text: '' });
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
const bareCode = (word: string): string => (word.startsWith('0x') ? word.slice(2) : word);

function wordTest(word: string, tokens: TokenNames): Test {
  const code = bareCode(word);
  // All codes begin like `0x` alone: nothing goes away while one is typed.
  if (code === '') return () => true;
  const isLong = code.length >= LONG_CODE;
  const start = `\n${code}`;
  const named = tokens.idsNamed(word);
  return (entry) => {
    const { words, starts, codes } = searchText(entry);
    if (isLong ? codes.includes(code) : starts.includes(start)) return true;
    return (words !== '' && words.includes(word)) || (named.size > 0 && named.has(entry.record.tokenDetailsId));
  };
}
