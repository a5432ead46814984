import type { RecordColumn, RecordSort } from '../../../shared/bridge/records.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import type { Entry } from './entry.ts';
import { shownFees, type TokenNames } from './tokens.ts';

type Key = string | number | bigint;

const phaseOrder: { readonly [Phase in RecordPhase]: number } = { pending: 0, 'in-block': 1, failed: 2 };

/**
 * Records in the order of a column; what is equal in it by time, then by id, so that the order is the same every time.
 * Descending is the exact reverse, but for what has nothing in the column: that comes last, whichever way round.
 */
export function sorted(entries: readonly Entry[], { column, descending }: RecordSort, tokens: TokenNames): Entry[] {
  const present =
    column === 'time' ? entries.filter(hasTime).sort(byTime) : byKeys(entries, keyOf(column, entries, tokens));
  const missing = present.length === entries.length ? [] : without(entries, present).sort(byTime);
  if (descending) {
    present.reverse();
    missing.reverse();
  }
  return missing.length === 0 ? present : present.concat(missing);
}

function without(entries: readonly Entry[], some: readonly Entry[]): Entry[] {
  const taken = new Set(some);
  return entries.filter((entry) => !taken.has(entry));
}

function byKeys(entries: readonly Entry[], keyOf: (entry: Entry) => Key | null): Entry[] {
  const keyed = entries.flatMap((entry) => {
    const key = keyOf(entry);
    return key === null ? [] : [{ entry, key }];
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : byTime(a.entry, b.entry)));
  return keyed.map(({ entry }) => entry);
}

/** What has no time is after all that has one: as equal to each of them, it would leave no order among those. */
function byTime(a: Entry, b: Entry): number {
  return (
    a.time - b.time ||
    Number(hasTime(b)) - Number(hasTime(a)) ||
    (a.record.id < b.record.id ? -1 : a.record.id > b.record.id ? 1 : a.number - b.number)
  );
}

const hasTime = ({ time }: Entry): boolean => !Number.isNaN(time);

function keyOf(
  column: Exclude<RecordColumn, 'time'>,
  entries: readonly Entry[],
  tokens: TokenNames,
): (entry: Entry) => Key | null {
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
