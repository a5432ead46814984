import type { RecordFilter } from '../../../shared/bridge/records.ts';
import { daysIn } from './days.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { SearchTexts } from './search-texts.ts';
import { feesWithin, type TokenNames } from './tokens.ts';

type Test = (entry: IndexedRecord) => boolean;

/** Of each record whether a filter means it. `texts`: of the same records. */
export function meantBy(
  filter: RecordFilter,
  entries: readonly IndexedRecord[],
  texts: SearchTexts,
  tokens: TokenNames,
): readonly boolean[] {
  const words = wordsOf(filter.text).flatMap((word) => {
    const code = word.startsWith('0x') ? word.slice(2) : word;
    // All codes begin like `0x` alone: nothing goes away while one is typed.
    return code === '' ? [] : [texts.find({ word, code, tokens: tokens.idsNamed(word) })];
  });
  const tests = fieldTests(filter, tokens);
  return entries.map((entry, index) => words.every((found) => found[index]) && tests.every((test) => test(entry)));
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

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
