import type { SpendingFilter } from '../../../shared/spending.ts';
import { feesWithin, type TokenNames } from './amounts.ts';
import { daysIn } from './days.ts';
import { codeTest, type Entry, LONG_CODE, searchable, startBit } from './entry.ts';

type Test = (entry: Entry) => boolean;

/** Whether a record is meant by a filter. */
export function filterTest(filter: SpendingFilter, tokens: TokenNames): Test {
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
  for (const word of wordsOf(filter.text)) tests.push(wordTest(word, tokens));
  const [only] = tests;
  if (only === undefined) return () => true;
  return tests.length === 1 ? only : (entry) => tests.every((test) => test(entry));
}

/** Whether all that `next` means is among what `before` meant, so that only that need be looked through. */
export function narrows(before: SpendingFilter, next: SpendingFilter): boolean {
  if (!next.text.startsWith(before.text)) return false;
  // A short word is looked for at the start of codes only and a long one inside of them, so that it may find more; and
  // `0x` is no part of a code.
  const words = wordsOf(next.text);
  const finds = wordsOf(before.text).some((word, at) => {
    const [short, long] = [bareCode(word), bareCode(words[at] ?? '')];
    return short === '' || !long.startsWith(short) || (short.length < LONG_CODE && long.length >= LONG_CODE);
  });
  return !finds && JSON.stringify({ ...before, text: '' }) === JSON.stringify({ ...next, text: '' });
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
const bareCode = (word: string): string => (word.startsWith('0x') ? word.slice(2) : word);

function wordTest(word: string, tokens: TokenNames): Test {
  const code = bareCode(word);
  // All codes begin like `0x` alone: nothing goes away while one is typed.
  if (code === '') return () => true;
  const codes = codeTest(code);
  const start = `\n${code}`;
  const inside = code.length >= LONG_CODE;
  const hex = /^[\da-f]*$/.test(code);
  // Few records pass this, and a single hex digit says all by itself.
  const bit = startBit(code.charCodeAt(0));
  const bitSaysAll = code.length === 1 && hex;
  const named = new Map<string | null, boolean>();
  const names = (token: string | null): boolean => {
    let known = named.get(token);
    if (known === undefined) {
      known = tokens.nameOf(token)?.toLowerCase().includes(word) ?? false;
      named.set(token, known);
    }
    return known;
  };
  return (entry) => {
    if (names(entry.record.tokenDetailsId)) return true;
    const { words, starts, startBits } = entry.search ?? searchable(entry);
    if (words !== '' && words.includes(word)) return true;
    if (inside) return codes(entry);
    return (startBits & bit) !== 0 && (bitSaysAll || starts.includes(start));
  };
}
