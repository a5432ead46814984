import type { RecordColumn, RecordSort } from '../../../shared/bridge/records.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import type { IndexedRecord } from './indexed-record.ts';
import { shownFees, type TokenNames } from './tokens.ts';

type Key = string | number | bigint;

const phaseOrder: { readonly [Phase in RecordPhase]: number } = { pending: 0, 'in-block': 1, failed: 2 };

/**
 * The indexes of records in the order of a column; what is equal in it by time, then by id, so that the order is the same
 * every time. Descending is the exact reverse, but for what has nothing in the column: that comes last, whichever way round.
 */
export function sorted(
  entries: readonly IndexedRecord[],
  { column, descending }: RecordSort,
  tokens: TokenNames,
): number[] {
  const byTime = timeOrder(entries);
  const present =
    column === 'time' ? withTime(entries).sort(byTime) : byKeys(entries, keyOf(column, entries, tokens), byTime);
  const missing = present.length === entries.length ? [] : without(entries, present).sort(byTime);
  if (descending) {
    present.reverse();
    missing.reverse();
  }
  return missing.length === 0 ? present : present.concat(missing);
}

type Compare = (a: number, b: number) => number;

function byKeys(
  entries: readonly IndexedRecord[],
  keyOf: (entry: IndexedRecord) => Key | null,
  byTime: Compare,
): number[] {
  const keyed = entries.flatMap((entry, index) => {
    const key = keyOf(entry);
    return key === null ? [] : [{ index, key }];
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : byTime(a.index, b.index)));
  return keyed.map(({ index }) => index);
}

function without(entries: readonly IndexedRecord[], indexes: readonly number[]): number[] {
  const taken = new Set(indexes);
  return [...entries.keys()].filter((index) => !taken.has(index));
}

const withTime = (entries: readonly IndexedRecord[]): number[] =>
  [...entries.keys()].filter((index) => !Number.isNaN(entries[index]?.time));

/** What has no time is after all that has one: as equal to each of them, it would leave no order among those. */
function timeOrder(entries: readonly IndexedRecord[]): Compare {
  // Read once: a record may lie anywhere in memory, and is compared with many.
  const times = entries.map(({ time }) => time);
  return (a, b) => {
    const [one = Number.NaN, other = Number.NaN] = [times[a], times[b]];
    return one - other || Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || compareIds(entries[a], entries[b]);
  };
}

function compareIds(a: IndexedRecord | undefined, b: IndexedRecord | undefined): number {
  if (a === undefined || b === undefined || a.record.id === b.record.id) return (a?.number ?? 0) - (b?.number ?? 0);
  return a.record.id < b.record.id ? -1 : 1;
}

function keyOf(
  column: Exclude<RecordColumn, 'time'>,
  entries: readonly IndexedRecord[],
  tokens: TokenNames,
): (entry: IndexedRecord) => Key | null {
  switch (column) {
    case 'size':
      return ({ bytes }) => bytes;
    case 'state':
      return ({ record }) => phaseOrder[record.phase];
    case 'fees':
      return shownFees(entries, tokens);
    case 'index':
      return ({ record }) => (record.extrinsicIndex === null ? null : BigInt(record.extrinsicIndex));
    case 'file':
      return ({ file }) => file?.name.toLowerCase() ?? null;
    case 'token':
      return ({ record }) => tokens.nameOf(record.tokenDetailsId)?.toLowerCase() ?? record.tokenDetailsId;
    case 'id':
      return ({ record }) => record.id;
    case 'dataHash':
      return ({ record }) => record.dataHash;
    case 'blockHash':
      return ({ record }) => record.blockHash;
    case 'txHash':
      return ({ record }) => record.txHash;
    case 'address':
      return ({ record }) => record.toAddress;
    case 'user':
      return ({ record }) => record.userId;
    case 'error':
      return ({ record }) => record.error;
  }
}
