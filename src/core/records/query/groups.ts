import type { RecordGroup, RecordGrouping } from '../../../shared/bridge/records.ts';
import { daysIn, lastDayOf, periodOf } from './days.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { TokenNames } from './tokens.ts';
import { Totals } from './totals.ts';

/** Records put together by period of time or by token. What has no key comes last. */
export function groupsOf(
  entries: readonly IndexedRecord[],
  grouping: Exclude<RecordGrouping, 'none'>,
  timeZone: string,
  tokens: TokenNames,
  descending: boolean,
): RecordGroup[] {
  const keyOf = keying(grouping, timeZone);
  const groups = Map.groupBy(entries, keyOf);
  const label = (key: string): string => (grouping === 'token' ? (tokens.nameOf(key)?.toLowerCase() ?? key) : key);
  const way = descending ? -1 : 1;
  return [...groups]
    .sort(([a], [b]) => {
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      const [left, right] = [label(a), label(b)];
      return left === right ? 0 : left < right ? -way : way;
    })
    .map(([key, some]) => ({
      key,
      lastDay: key === null || grouping === 'token' ? null : lastDayOf(key, grouping),
      submissions: some.length,
      totals: new Totals(some).of(tokens),
    }));
}

function keying(grouping: Exclude<RecordGrouping, 'none'>, timeZone: string): (entry: IndexedRecord) => string | null {
  if (grouping === 'token') return ({ record }) => record.tokenDetailsId;
  const days = daysIn(timeZone);
  const periods = new Map<string, string>();
  return (entry) => {
    const day = days.of(entry);
    if (day === null) return null;
    let first = periods.get(day);
    if (first === undefined) {
      first = periodOf(day, grouping);
      periods.set(day, first);
    }
    return first;
  };
}
