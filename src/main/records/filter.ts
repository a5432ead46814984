import type { RecordFilter } from '../../shared/bridge/records.ts';
import { feesWithin, type TokenNames } from './amounts.ts';
import { type Columns, HAS_WORDS } from './columns.ts';
import { daysIn } from './days.ts';
import { codeTest, type Entry, LONG_CODE, pairBit, searchable, startBit } from './entry.ts';

type Test = (entry: Entry) => boolean;

/** Whether a record is meant by a filter. */
export function filterTest(filter: RecordFilter, tokens: TokenNames): Test {
  const [record, ...words] = [
    recordTest(filter, tokens),
    ...wordsOf(filter.text).map((word) => wordTest(word, tokens)),
  ];
  return allOf(record === null ? words : [record, ...words]) ?? (() => true);
}

/** Whether a record is meant, but for the filter's text. Null: each one is. */
export function recordTest(filter: RecordFilter, tokens: TokenNames): Test | null {
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
  return allOf(tests);
}

function allOf(tests: readonly Test[]): Test | null {
  const [only] = tests;
  if (only === undefined) return null;
  return tests.length === 1 ? only : (entry) => tests.every((test) => test(entry));
}

/** Whether all that `next` means is among what `before` meant, so that only that need be looked through. */
export function narrows(before: RecordFilter, next: RecordFilter): boolean {
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

/** What the columns can tell: the rest only the record itself can. */
export type Verdict = 'yes' | 'no' | 'ask';

/** Whether the record at a place is meant by a filter's text, as far as that is quickly told. */
export function textVerdict(text: string, tokens: TokenNames, columns: Columns): (place: number) => Verdict {
  const verdicts = wordsOf(text).map((word) => wordVerdict(word, tokens, columns));
  const [only] = verdicts;
  if (only === undefined) return () => 'yes';
  if (verdicts.length === 1) return only;
  return (place) => {
    let all: Verdict = 'yes';
    for (const verdict of verdicts) {
      const one = verdict(place);
      if (one === 'no') return 'no';
      if (one === 'ask') all = 'ask';
    }
    return all;
  };
}

function wordVerdict(word: string, tokens: TokenNames, columns: Columns): (place: number) => Verdict {
  const code = bareCode(word);
  if (code === '') return () => 'yes';
  const named = Uint8Array.from(columns.tokenIds, (token) => (isNamed(token, word, tokens) ? 1 : 0));
  const { starts, pairs } = columns.signs();
  const { bit, bitSaysAll } = startOf(code);
  const pair = code.length > 1 ? pairBit(code) : 0;
  const inside = code.length >= LONG_CODE;
  return (place) => {
    if (named[columns.tokens[place] ?? 0] === 1) return 'yes';
    const sign = starts[place] ?? 0;
    if (inside || (sign & HAS_WORDS) !== 0) return 'ask';
    if ((sign & bit) === 0) return 'no';
    if (bitSaysAll) return 'yes';
    return pair === 0 || ((pairs[place] ?? 0) & pair) !== 0 ? 'ask' : 'no';
  };
}

/** Few records have the bit that a code starts with, and a single hex digit says all by itself. */
function startOf(code: string): { readonly bit: number; readonly bitSaysAll: boolean } {
  return { bit: startBit(code), bitSaysAll: /^[\da-f]$/.test(code) };
}

const isNamed = (token: string | null, word: string, tokens: TokenNames): boolean =>
  tokens.nameOf(token)?.toLowerCase().includes(word) ?? false;

function wordTest(word: string, tokens: TokenNames): Test {
  const code = bareCode(word);
  // All codes begin like `0x` alone: nothing goes away while one is typed.
  if (code === '') return () => true;
  const codes = codeTest(code);
  const start = `\n${code}`;
  const inside = code.length >= LONG_CODE;
  const { bit, bitSaysAll } = startOf(code);
  const named = new Map<string | null, boolean>();
  const names = (token: string | null): boolean => {
    let known = named.get(token);
    if (known === undefined) {
      known = isNamed(token, word, tokens);
      named.set(token, known);
    }
    return known;
  };
  return (entry) => {
    if (names(entry.record.tokenDetailsId)) return true;
    const { words, starts, startBits } = searchable(entry);
    if (words !== '' && words.includes(word)) return true;
    if (inside) return codes(entry);
    return (startBits & bit) !== 0 && (bitSaysAll || starts.includes(start));
  };
}
