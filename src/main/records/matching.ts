import type { RecordFilter } from '../../shared/bridge/records.ts';
import type { TokenNames } from './amounts.ts';
import type { Columns } from './columns.ts';
import { filterTest, narrows, recordTest, textVerdict } from './filter.ts';
import type { Places } from './order.ts';

type Matched = { readonly filter: RecordFilter; readonly sort: string; readonly places: Places };

/** So that a letter taken back finds what was found before it was typed. */
const MATCHES_KEPT = 12;

/** What filters were found to mean, of one revision of the records. */
export function createMatching(columns: Columns, tokens: TokenNames) {
  /** Latest last; all of one order. */
  let matches: readonly Matched[] = [];

  return {
    /** What a filter means, in the order whose name is `sort`. The same list for the same records, whoever asks. */
    match(filter: RecordFilter, sort: string, inOrder: () => Places): Places {
      const sorted = matches.filter((one) => one.sort === sort);
      const known = sorted.find((one) => sameFilter(one.filter, filter));
      if (known !== undefined) {
        matches = [...sorted.filter((one) => one !== known), known];
        return known.places;
      }
      let source = inOrder();
      for (const one of sorted) {
        if (one.places.length < source.length && narrows(one.filter, filter)) source = one.places;
      }
      const found = isAll(filter) ? source : select(source, columns, filter, tokens);
      const places = found.length === source.length ? source : found;
      matches = [...sorted.slice(1 - MATCHES_KEPT), { filter, sort, places }];
      return places;
    },

    /** The same in any order. */
    anyhow(filter: RecordFilter): Places {
      const known = matches.find((one) => sameFilter(one.filter, filter));
      const all = (): Places => Uint32Array.from(columns.entries.keys());
      return known?.places ?? select(all(), columns, filter, tokens);
    },
  };
}

function select(source: Places, columns: Columns, filter: RecordFilter, tokens: TokenNames): Places {
  const { entries } = columns;
  const verdict = textVerdict(filter.text, tokens, columns);
  const others = recordTest(filter, tokens);
  const whole = filterTest(filter, tokens);
  const isMeant = (place: number): boolean => {
    const said = verdict(place);
    const entry = entries[place];
    if (said === 'no' || entry === undefined) return false;
    if (said === 'yes') return others === null || others(entry);
    return whole(entry);
  };
  const found = new Uint32Array(source.length);
  let count = 0;
  const take = (place: number): void => {
    found[count] = place;
    count += 1;
  };
  if (source.length < entries.length) {
    for (const place of source) if (isMeant(place)) take(place);
  } else {
    // All are looked at as they lie in memory, which is much faster than in any other order.
    const meant = new Uint8Array(entries.length);
    for (let place = 0; place < meant.length; place += 1) if (isMeant(place)) meant[place] = 1;
    for (const place of source) if (meant[place] === 1) take(place);
  }
  return found.slice(0, count);
}

const isAll = ({ text, fromDay, toDay, tokens, phases, feesFrom, feesTo }: RecordFilter): boolean =>
  text.trim() === '' &&
  tokens.length + phases.length === 0 &&
  [fromDay, toDay, feesFrom, feesTo].every((bound) => bound === null);

const sameFilter = (a: RecordFilter, b: RecordFilter): boolean => JSON.stringify(a) === JSON.stringify(b);
