import type { KnownToken } from '../../shared/bridge/balances.ts';
import type {
  RecordColumn,
  RecordFilter,
  RecordGroup,
  RecordPage,
  RecordQuery,
  RecordRow,
  RecordSeries,
  RecordSort,
  SeriesUnit,
} from '../../shared/bridge/records.ts';
import type { RecordPhase } from '../../shared/records.ts';
import { rowText } from '../../shared/text.ts';
import type { AccountRecords } from './account-records.ts';
import { filterTextOf, type IndexedRecord, recordFile } from './indexed-record.ts';
import { shownFees, TokenNames } from './tokens.ts';
import { daysIn, groupsOf, seriesOf, Totals } from './totals.ts';

type Key = string | number | bigint;

const phaseOrder: { readonly [Phase in RecordPhase]: number } = { pending: 0, 'in-block': 1, failed: 2 };

/**
 * Sorts records by a column. Equal records are ordered by time, then by id, so that the order is stable. Records
 * without a value come last in both directions.
 */
function sorted(
  entries: readonly IndexedRecord[],
  { column, descending }: RecordSort,
  tokens: TokenNames,
): readonly IndexedRecord[] {
  const keyOf = keyIn(column, entries, tokens);
  const way = descending ? -1 : 1;
  const keyed = entries.map((entry) => {
    const time = Number.isNaN(entry.time) ? Number.POSITIVE_INFINITY : entry.time;
    return { entry, key: keyOf(entry), time, id: entry.record.id };
  });
  keyed.sort((a, b) => {
    if (a.key !== b.key) {
      if (a.key === null || b.key === null) return a.key === null ? 1 : -1;
      return a.key < b.key ? -way : way;
    }
    return way * (a.time - b.time || (a.id < b.id ? -1 : 1));
  });
  return keyed.map(({ entry }) => entry);
}

function keyIn(
  column: RecordColumn,
  entries: readonly IndexedRecord[],
  tokens: TokenNames,
): (entry: IndexedRecord) => Key | null {
  switch (column) {
    case 'time':
      return ({ time }) => (Number.isNaN(time) ? null : time);
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

type Test = (entry: IndexedRecord) => boolean;

/** A search text of at least this length is found anywhere in a code. A shorter one is found only at its start. */
const LONG_CODE = 8;

/** A record must pass all of these tests. */
function testsOf(filter: RecordFilter, tokens: TokenNames): readonly Test[] {
  const { fromDay, toDay, timeZone } = filter;
  const tests: Test[] = [];
  if (filter.phases.length > 0) tests.push(({ record }) => filter.phases.includes(record.phase));
  if (filter.tokens.length > 0) tests.push(({ record }) => filter.tokens.includes(record.tokenDetailsId));
  if (fromDay !== null || toDay !== null) {
    const dayOf = daysIn(timeZone);
    tests.push(({ time }) => {
      const day = dayOf(time);
      return day !== null && (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
    });
  }
  for (const word of filter.text.toLowerCase().split(/\s+/)) {
    const code = word.startsWith('0x') ? word.slice(2) : word;
    // A lone `0x` filters nothing, so that no row disappears while the user types a code.
    if (code === '') continue;
    const part = code.length >= LONG_CODE ? code : `\n${code}`;
    const named = tokens.idsNamed(word);
    tests.push((entry) => {
      const { words, codes } = filterTextOf(entry);
      return codes.includes(part) || words.includes(word) || named.has(entry.record.tokenDetailsId);
    });
  }
  return tests;
}

/** The records of one filter in one order. */
type Found = {
  readonly key: string;
  readonly entries: readonly IndexedRecord[];
  readonly totals: Totals;
  groups: { readonly key: string; readonly groups: readonly RecordGroup[] } | null;
};

type Page = Omit<RecordPage, 'accountId' | 'asOf'>;

/**
 * Answers queries about the records of one account. The last order and result are cached until a record changes, so
 * that scrolling to another page costs only its rows.
 */
export class AccountView {
  readonly #records: AccountRecords;
  #basis = '';
  #tokens = new TokenNames([]);
  #offered: RecordPage['tokens'] = [];
  #order: { readonly key: string; readonly entries: readonly IndexedRecord[] } | null = null;
  #found: Found | null = null;

  constructor(records: AccountRecords) {
    this.#records = records;
  }

  page(query: RecordQuery, known: readonly KnownToken[]): Page {
    this.#refresh(known);
    const found = this.#find(query.filter, query.sort);
    const groups = this.#groupsOf(found, query);
    const end = query.offset + query.count;
    return {
      revision: this.#records.revision,
      kept: this.#records.size,
      matched: found.entries.length,
      totals: found.totals.of(this.#tokens),
      rows: query.group === 'none' ? found.entries.slice(query.offset, end).map((entry) => this.rowOf(entry)) : [],
      groups: groups.slice(query.offset, end),
      groupCount: groups.length,
      tokens: this.#offered,
    };
  }

  series(filter: RecordFilter, unit: SeriesUnit | null, known: readonly KnownToken[]): RecordSeries {
    this.#refresh(known);
    const tests = testsOf(filter, this.#tokens);
    const entries = this.#records.entries().filter((entry) => tests.every((test) => test(entry)));
    return seriesOf(entries, filter.timeZone, unit, this.#tokens);
  }

  /** All records of a filter, in order. */
  all(filter: RecordFilter, sort: RecordSort, known: readonly KnownToken[]): readonly IndexedRecord[] {
    this.#refresh(known);
    return this.#find(filter, sort).entries;
  }

  /** Errors are shortened for the window. The record contains the full text. */
  rowOf({ record, file, bytes, bytesExact }: IndexedRecord): RecordRow {
    return {
      id: record.id,
      time: record.createdAt,
      file: file === null ? null : recordFile(file),
      phase: record.phase,
      tokenDetailsId: record.tokenDetailsId,
      token: this.#tokens.nameOf(record.tokenDetailsId),
      decimals: this.#tokens.decimalsOf(record.tokenDetailsId),
      fees: record.fees,
      amountData: record.amountData,
      size: bytes === null ? null : { bytes, exact: bytesExact },
      dataHash: record.dataHash,
      blockHash: record.blockHash,
      txHash: record.txHash,
      index: record.extrinsicIndex,
      address: record.toAddress,
      user: record.userId,
      error: record.error === null ? null : rowText(record.error),
    };
  }

  /** Drops cached results if the records or the tokens have changed. */
  #refresh(known: readonly KnownToken[]): void {
    const basis = `${this.#records.revision} ${JSON.stringify(known)}`;
    if (basis === this.#basis) return;
    this.#basis = basis;
    this.#tokens = new TokenNames(known);
    this.#order = null;
    this.#found = null;
    const tokens = new Set(this.#records.entries().map(({ record }) => record.tokenDetailsId));
    this.#offered = [...tokens].map((id) => ({ tokenDetailsId: id, token: this.#tokens.nameOf(id) }));
  }

  #find(filter: RecordFilter, sort: RecordSort): Found {
    const key = JSON.stringify([filter, sort]);
    if (this.#found?.key === key) return this.#found;
    const tests = testsOf(filter, this.#tokens);
    const entries = this.#sorted(sort).filter((entry) => tests.every((test) => test(entry)));
    this.#found = { key, entries, totals: new Totals(entries), groups: null };
    return this.#found;
  }

  /** All records in this order. Filters select from it. */
  #sorted(sort: RecordSort): readonly IndexedRecord[] {
    const key = JSON.stringify(sort);
    if (this.#order?.key !== key) {
      this.#order = { key, entries: sorted(this.#records.entries(), sort, this.#tokens) };
    }
    return this.#order.entries;
  }

  #groupsOf(found: Found, { group, filter, sort }: RecordQuery): readonly RecordGroup[] {
    if (group === 'none') return [];
    // Groups do not have every column. Otherwise periods are ordered by time, latest first, and tokens by name.
    const descending =
      group === 'token' ? sort.column === 'token' && sort.descending : sort.column !== 'time' || sort.descending;
    const key = `${group} ${descending}`;
    if (found.groups?.key !== key) {
      found.groups = { key, groups: groupsOf(found.entries, group, filter.timeZone, this.#tokens, descending) };
    }
    return found.groups.groups;
  }
}
