import type { RecordGroup, RecordGrouping } from '../../shared/bridge/records.ts';
import type { TokenNames } from './amounts.ts';
import { daysIn, lastDayOf, stretchOf } from './days.ts';
import type { Entry } from './entry.ts';
import { Tallies } from './totals.ts';

/** Records put together by stretch of time or by token. What has no key comes last. */
export function groupsOf(
  entries: readonly Entry[],
  grouping: Exclude<RecordGrouping, 'none'>,
  timeZone: string,
  tokens: TokenNames,
  descending: boolean,
): RecordGroup[] {
  const keyOf = keying(grouping, timeZone);
  const groups = new Map<string | null, { count: number; readonly tallies: Tallies }>();
  for (const entry of entries) {
    const key = keyOf(entry);
    let group = groups.get(key);
    if (group === undefined) {
      group = { count: 0, tallies: new Tallies() };
      groups.set(key, group);
    }
    group.count += 1;
    group.tallies.add(entry);
  }
  const label = (key: string): string => (grouping === 'token' ? (tokens.nameOf(key)?.toLowerCase() ?? key) : key);
  const way = descending ? -1 : 1;
  return [...groups]
    .sort(([a], [b]) => {
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      const [left, right] = [label(a), label(b)];
      return left === right ? 0 : left < right ? -way : way;
    })
    .map(([key, { count, tallies }]) => ({
      key,
      lastDay: key === null || grouping === 'token' ? null : lastDayOf(key, grouping),
      submissions: count,
      totals: tallies.totals(tokens),
    }));
}

function keying(grouping: Exclude<RecordGrouping, 'none'>, timeZone: string): (entry: Entry) => string | null {
  if (grouping === 'token') return ({ record }) => record.tokenDetailsId;
  const days = daysIn(timeZone);
  const stretches = new Map<string, string>();
  return (entry) => {
    const day = days.of(entry);
    if (day === null) return null;
    let first = stretches.get(day);
    if (first === undefined) {
      first = stretchOf(day, grouping);
      stretches.set(day, first);
    }
    return first;
  };
}
