import type { RecordColumn } from '../../shared/bridge/records.ts';
import type { RecordPhase } from '../../shared/records.ts';
import { shownFees, type TokenNames } from './amounts.ts';
import type { Columns } from './columns.ts';
import type { Entry } from './entry.ts';

/** Records by their places, in an order. */
export type Places = Uint32Array;

/** All records in the order of a column, those that have nothing in it apart: they come last, whichever way round. */
export type Order = { readonly present: Places; readonly missing: Places };

type Compare = (a: Entry, b: Entry) => number;

const phaseOrder: { readonly [Phase in RecordPhase]: number } = { pending: 0, 'in-block': 1, failed: 2 };

/** By time: what every history is opened with. */
function orderByTime(columns: Columns): Order {
  const { times, entries } = columns;
  const present = new Uint32Array(times.length);
  const missing: Entry[] = [];
  let count = 0;
  for (const [place, entry] of entries.entries()) {
    if (Number.isNaN(times[place])) missing.push(entry);
    else {
      present[count] = place;
      count += 1;
    }
  }
  return { present: sortedByTime(present.subarray(0, count), columns), missing: placesOf(missing.sort(byTime)) };
}

/** Each time and its place as one whole number: those sort many times faster than records with a function. */
function sortedByTime(places: Places, columns: Columns): Places {
  const { times, entries } = columns;
  const timeOf = (place: number): number => times[place] ?? 0;
  let [first, last, unit] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1_000];
  for (const place of places) {
    const time = timeOf(place);
    if (time < first) first = time;
    if (time > last) last = time;
    if (time % 1_000 !== 0) unit = 1;
  }
  const count = entries.length;
  // Milliseconds over so long a time that they have no room beside the places.
  if (((last - first) / unit + 1) * count > Number.MAX_SAFE_INTEGER) {
    return placesOf(
      Array.from(places)
        .flatMap((place) => entries[place] ?? [])
        .sort(byTime),
    );
  }
  const keys = new Float64Array(places.length);
  let at = 0;
  for (const place of places) {
    keys[at] = ((timeOf(place) - first) / unit) * count + place;
    at += 1;
  }
  keys.sort();
  const sorted = new Uint32Array(keys.length);
  at = 0;
  for (const key of keys) {
    sorted[at] = key % count;
    at += 1;
  }
  sortTies(sorted, columns);
  return sorted;
}

/** What has the same time is put in the order of ids, in place. */
function sortTies(sorted: Places, { times, entries }: Columns): void {
  for (let start = 0, end = 1; start < sorted.length; start = end, end += 1) {
    const time = times[sorted[start] ?? 0];
    while (end < sorted.length && times[sorted[end] ?? 0] === time) end += 1;
    if (end - start === 1) continue;
    const tied = Array.from(sorted.subarray(start, end)).flatMap((place) => entries[place] ?? []);
    sorted.set(placesOf(tied.sort(byTime)), start);
  }
}

const placesOf = (entries: readonly Entry[]): Places => Uint32Array.from(entries, ({ place }) => place);

/** Sorts by a column; what is equal in it by time, then by id, so that the order is the same every time. */
export function orderBy(column: RecordColumn, columns: Columns, tokens: TokenNames): Order {
  if (column === 'time') return orderByTime(columns);
  const { entries } = columns;
  const { isMissing, compare } = comparison(column, entries, tokens);
  const present = entries.filter((entry) => !isMissing(entry)).sort((a, b) => compare(a, b) || byTime(a, b));
  return { present: placesOf(present), missing: placesOf(entries.filter(isMissing).sort(byTime)) };
}

/** The order as rows: descending is the exact reverse, but for what has nothing in the column. */
export function inDirection({ present, missing }: Order, descending: boolean): Places {
  const places = new Uint32Array(present.length + missing.length);
  places.set(descending ? present.toReversed() : present);
  places.set(descending ? missing.toReversed() : missing, present.length);
  return places;
}

/** What has no time is after all that has one: as equal to each of them, it would leave no order among those. */
function byTime(a: Entry, b: Entry): number {
  return a.time - b.time || withoutTime(a) - withoutTime(b) || byText(a.record.id, b.record.id) || a.twin - b.twin;
}

const withoutTime = ({ time }: Entry): number => (Number.isNaN(time) ? 1 : 0);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function comparison(
  column: Exclude<RecordColumn, 'time'>,
  entries: readonly Entry[],
  tokens: TokenNames,
): { readonly isMissing: (entry: Entry) => boolean; readonly compare: Compare } {
  switch (column) {
    case 'size':
      return { isMissing: ({ bytes }) => bytes === null, compare: (a, b) => (a.bytes ?? 0) - (b.bytes ?? 0) };
    case 'state':
      return {
        isMissing: () => false,
        compare: (a, b) => phaseOrder[a.record.phase] - phaseOrder[b.record.phase],
      };
    case 'fees': {
      const shown = shownFees(entries, tokens);
      return {
        isMissing: (entry) => !shown.has(entry),
        compare: (a, b) => {
          const [left, right] = [shown.get(a) ?? 0n, shown.get(b) ?? 0n];
          return left < right ? -1 : left > right ? 1 : 0;
        },
      };
    }
    case 'index':
      return byNumber(({ record }) => record.extrinsicIndex);
    case 'file':
      return byWords(({ file }) => file?.name.toLowerCase() ?? null);
    case 'token':
      return byWords(({ record }) => tokens.nameOf(record.tokenDetailsId)?.toLowerCase() ?? record.tokenDetailsId);
    case 'id':
      return byWords(({ record }) => record.id);
    case 'dataHash':
      return byWords(({ record }) => record.dataHash);
    case 'blockHash':
      return byWords(({ record }) => record.blockHash);
    case 'txHash':
      return byWords(({ record }) => record.txHash);
    case 'address':
      return byWords(({ record }) => record.toAddress);
    case 'user':
      return byWords(({ record }) => record.userId);
    case 'error':
      return byWords(({ record }) => record.error);
  }
}

function byWords(of: (entry: Entry) => string | null) {
  return {
    isMissing: (entry: Entry) => of(entry) === null,
    compare: (a: Entry, b: Entry) => byText(of(a) ?? '', of(b) ?? ''),
  };
}

/** Whole numbers of any length, by value. */
function byNumber(of: (entry: Entry) => string | null) {
  const values = new Map<string, bigint>();
  const value = (entry: Entry): bigint => {
    const text = of(entry) ?? '0';
    let known = values.get(text);
    if (known === undefined) {
      known = BigInt(text);
      values.set(text, known);
    }
    return known;
  };
  return {
    isMissing: (entry: Entry) => of(entry) === null,
    compare: (a: Entry, b: Entry) => {
      const [left, right] = [value(a), value(b)];
      return left < right ? -1 : left > right ? 1 : 0;
    },
  };
}
