import type { RecordPhase } from '../../../shared/records.ts';
import type { SpendingColumn } from '../../../shared/spending.ts';
import { shownFees, type TokenNames } from './amounts.ts';
import type { Entry } from './entry.ts';

/** All records in the order of a column, those that have nothing in it apart: they come last, whichever way round. */
export type Order = { readonly present: readonly Entry[]; readonly missing: readonly Entry[] };

type Compare = (a: Entry, b: Entry) => number;

const phaseOrder: { readonly [Phase in RecordPhase]: number } = { pending: 0, 'in-block': 1, failed: 2 };

/** By time: what every history is opened with. */
function orderByTime(entries: readonly Entry[]): Order {
  const timed = entries.filter(({ time }) => !Number.isNaN(time));
  return { present: sortedByTime(timed), missing: entries.filter(({ time }) => Number.isNaN(time)).sort(byTime) };
}

/** Each time and its place as one whole number: those sort many times faster than records with a function. */
function sortedByTime(timed: readonly Entry[]): Entry[] {
  const count = timed.length;
  let [first, last, unit] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1_000];
  for (const { time } of timed) {
    if (time < first) first = time;
    if (time > last) last = time;
    if (time % 1_000 !== 0) unit = 1;
  }
  // Milliseconds over so long a time that they have no room beside the places.
  if (((last - first) / unit + 1) * count > Number.MAX_SAFE_INTEGER) return [...timed].sort(byTime);
  const keys = Float64Array.from(timed, ({ time }, place) => ((time - first) / unit) * count + place).sort();
  const sorted: Entry[] = [];
  for (const key of keys) {
    const entry = timed[key % count];
    if (entry !== undefined) sorted.push(entry);
  }
  sortTies(sorted);
  return sorted;
}

/** What has the same time is put in the order of ids, in place. */
function sortTies(sorted: Entry[]): void {
  for (let start = 0, end = 1; start < sorted.length; start = end, end += 1) {
    const time = sorted[start]?.time;
    while (end < sorted.length && sorted[end]?.time === time) end += 1;
    if (end - start === 1) continue;
    const tied = sorted.slice(start, end).sort(byTime);
    for (const [at, entry] of tied.entries()) sorted[start + at] = entry;
  }
}

/** Sorts by a column; what is equal in it by time, then by id, so that the order is the same every time. */
export function orderBy(column: SpendingColumn, entries: readonly Entry[], tokens: TokenNames): Order {
  if (column === 'time') return orderByTime(entries);
  const { isMissing, compare } = comparison(column, entries, tokens);
  const present = entries.filter((entry) => !isMissing(entry));
  const missing = entries.filter(isMissing);
  return { present: present.sort((a, b) => compare(a, b) || byTime(a, b)), missing: missing.sort(byTime) };
}

/** The order as rows: descending is the exact reverse, but for what has nothing in the column. */
export function inDirection({ present, missing }: Order, descending: boolean): readonly Entry[] {
  return descending ? [...present.toReversed(), ...missing.toReversed()] : [...present, ...missing];
}

function byTime(a: Entry, b: Entry): number {
  const time = Number.isNaN(a.time) || Number.isNaN(b.time) ? 0 : a.time - b.time;
  return time || byText(a.record.id, b.record.id) || a.twin - b.twin;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function comparison(
  column: Exclude<SpendingColumn, 'time'>,
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
