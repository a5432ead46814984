import { createHash } from 'node:crypto';
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
  TokenSpending,
} from '../../shared/bridge/records.ts';
import type { RecordPhase } from '../../shared/records.ts';
import { rowText } from '../../shared/text.ts';
import { type IndexedRecord, recordFile } from './indexed-record.ts';
import { SearchTexts } from './search-texts.ts';
import { feesWithin, shownFees, TokenNames } from './tokens.ts';
import { daysIn, groupsOf, seriesOf, Totals } from './totals.ts';

type Key = string | number | bigint;

const phaseOrder: { readonly [Phase in RecordPhase]: number } = { pending: 0, 'in-block': 1, failed: 2 };

/**
 * The indexes of records in the order of a column; what is equal in it by time, then by id, so that the order is the same
 * every time. Descending is the exact reverse, but for what has nothing in the column: that comes last, whichever way round.
 */
function sorted(entries: readonly IndexedRecord[], { column, descending }: RecordSort, tokens: TokenNames): number[] {
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

type Test = (entry: IndexedRecord) => boolean;

/** For each record, true if the filter includes it. `texts`: the records' texts, in the same order. */
function meantBy(
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

export type ViewedRecords = {
  /** Changes with the records. */
  readonly revision: number;
  readonly entries: () => readonly IndexedRecord[];
  /** Whether the service has several records with this id. */
  readonly isDoubled: (id: string) => boolean;
};

export type PageFacts = Pick<RecordPage, 'accountId' | 'asOf' | 'listed' | 'isFull'>;

/** What one filter means in one order. Groups are made when they are asked for. */
type Found = {
  readonly filter: RecordFilter;
  readonly sort: RecordSort;
  readonly entries: readonly IndexedRecord[];
  readonly totals: Totals;
  groups: { readonly key: string; readonly groups: readonly RecordGroup[] } | null;
};

/** So that a letter taken back finds what was found before it was typed. */
const FOUND_KEPT = 12;
/** A list to choose from; others are found by their names. */
const TOKENS_OFFERED = 100;
/** The service's ids have 36 characters; longer ones go by a name of this app's own, until the record is asked for. */
const LONGEST_ID = 200;

/**
 * Answers questions about the records of one account. What was found last is kept until a record changes, so that a key
 * typed into the filter or a page scrolled to costs only what is new in it.
 */
export class AccountView {
  readonly #records: ViewedRecords;
  readonly #longIds = new Map<string, string>();
  readonly #texts = new SearchTexts();
  #basis = '';
  #tokens = new TokenNames([]);
  /** Latest last. */
  #found: readonly Found[] = [];
  #order: { readonly basis: string; readonly sort: RecordSort; readonly indexes: readonly number[] } | null = null;
  #offered: RecordPage['tokens'] = [];
  #oldest: string | null = null;

  constructor(records: ViewedRecords) {
    this.#records = records;
  }

  page(query: RecordQuery, known: readonly KnownToken[], facts: PageFacts): RecordPage {
    this.#bringUp(known);
    const found = this.#find(query.filter, query.sort);
    const groups = this.#groupsOf(found, query);
    const end = query.offset + query.count;
    return {
      ...facts,
      revision: this.#records.revision,
      kept: this.#records.entries().length,
      matched: found.entries.length,
      totals: found.totals.of(this.#tokens),
      tokenCount: found.totals.count,
      rows: query.group === 'none' ? found.entries.slice(query.offset, end).map((entry) => this.#shownRow(entry)) : [],
      groups: groups.slice(query.offset, end),
      groupCount: groups.length,
      tokens: this.#offered,
      oldest: this.#oldest,
    };
  }

  /** The id behind that of a row: a long one has another there. */
  idOf(id: string): string {
    return this.#longIds.get(id) ?? id;
  }

  /** `today`: as of when, epoch milliseconds. */
  series(
    filter: RecordFilter,
    unit: SeriesUnit | null,
    known: readonly KnownToken[],
    today = Date.now(),
  ): RecordSeries {
    this.#bringUp(known);
    const found = this.#found.findLast((one) => isSame(one.filter, filter));
    const meant = found === undefined ? this.#meantBy(filter) : [];
    const entries = found?.entries ?? this.#records.entries().filter((_, index) => meant[index]);
    return seriesOf(entries, { ...filter, unit }, this.#tokens, today);
  }

  /** All that a filter means, in order. */
  all(filter: RecordFilter, sort: RecordSort, known: readonly KnownToken[]): readonly IndexedRecord[] {
    this.#bringUp(known);
    return this.#find(filter, sort).entries;
  }

  /** Makes some of what searching looks through before it is needed. False when all of it is made. */
  prepareSome(): boolean {
    this.#texts.takeOver(this.#records.entries());
    return this.#texts.prepareSome();
  }

  spentSince(sinceMs: number): TokenSpending[] {
    return new Totals(this.#records.entries().filter(({ time }) => time >= sinceMs)).spending();
  }

  /** A whole row, as it is exported. */
  rowOf(entry: IndexedRecord): RecordRow {
    const { record, file, bytes, number } = entry;
    return {
      key: `${number} ${record.id}`,
      id: record.id,
      time: record.createdAt,
      file: file === null ? null : recordFile(file),
      phase: record.phase,
      tokenDetailsId: record.tokenDetailsId,
      token: this.#tokens.nameOf(record.tokenDetailsId),
      decimals: this.#tokens.decimalsOf(record.tokenDetailsId),
      fees: record.fees,
      amountData: record.amountData,
      size: bytes === null ? null : { bytes, exact: entry.bytesExact },
      dataHash: record.dataHash,
      blockHash: record.blockHash,
      txHash: record.txHash,
      index: record.extrinsicIndex,
      address: record.toAddress,
      user: record.userId,
      error: record.error,
      doubled: this.#records.isDoubled(record.id),
    };
  }

  /** Forgets what no longer holds. */
  #bringUp(known: readonly KnownToken[]): void {
    const basis = `${this.#records.revision} ${JSON.stringify(known)}`;
    if (basis === this.#basis) return;
    this.#basis = basis;
    this.#tokens = new TokenNames(known);
    this.#found = [];
    const entries = this.#records.entries();
    const tokens = new Set<string | null>();
    let oldest: IndexedRecord | null = null;
    for (const entry of entries) {
      tokens.add(entry.record.tokenDetailsId);
      if (entry.time < (oldest?.time ?? Number.POSITIVE_INFINITY)) oldest = entry;
    }
    this.#offered = [...tokens]
      .slice(0, TOKENS_OFFERED)
      .map((tokenDetailsId) => ({ tokenDetailsId, token: this.#tokens.nameOf(tokenDetailsId) }));
    this.#oldest = oldest?.record.createdAt ?? null;
  }

  #find(filter: RecordFilter, sort: RecordSort): Found {
    const known = this.#found.find((one) => isSame(one.sort, sort) && isSame(one.filter, filter));
    if (known !== undefined) {
      this.#found = [...this.#found.filter((one) => one !== known), known];
      return known;
    }
    const all = this.#records.entries();
    const meant = this.#meantBy(filter);
    const entries: IndexedRecord[] = [];
    for (const index of this.#ordered(sort)) {
      const entry = meant[index] === true ? all[index] : undefined;
      if (entry !== undefined) entries.push(entry);
    }
    // Summed up as they lie in memory, which is several times as fast as in another order.
    const totals = new Totals(all.filter((_, index) => meant[index]));
    const found: Found = { filter, sort, entries, totals, groups: null };
    this.#found = [...this.#found.slice(1 - FOUND_KEPT), found];
    return found;
  }

  #meantBy(filter: RecordFilter): readonly boolean[] {
    const entries = this.#records.entries();
    this.#texts.takeOver(entries);
    return meantBy(filter, entries, this.#texts, this.#tokens);
  }

  /** The indexes of all records in an order, which every filter begins with. */
  #ordered(sort: RecordSort): readonly number[] {
    if (this.#order === null || this.#order.basis !== this.#basis || !isSame(this.#order.sort, sort)) {
      this.#order = { basis: this.#basis, sort, indexes: sorted(this.#records.entries(), sort, this.#tokens) };
    }
    return this.#order.indexes;
  }

  #groupsOf(found: Found, { group, filter, sort }: RecordQuery): readonly RecordGroup[] {
    if (group === 'none') return [];
    // A column that groups do not have leaves them in the order of time, latest first, and of names.
    const descending =
      group === 'token' ? sort.column === 'token' && sort.descending : sort.column !== 'time' || sort.descending;
    const key = `${group} ${descending} ${filter.timeZone}`;
    if (found.groups?.key !== key) {
      found.groups = { key, groups: groupsOf(found.entries, group, filter.timeZone, this.#tokens, descending) };
    }
    return found.groups.groups;
  }

  /** What a row of the window shows of a record whose fields may be of any length: whole they are in the record itself. */
  #shownRow(entry: IndexedRecord): RecordRow {
    const row = this.rowOf(entry);
    const id = this.#shortId(row.id);
    return {
      ...row,
      id,
      key: `${entry.number} ${id}`,
      token: shown(row.token),
      fees: shown(row.fees),
      amountData: shown(row.amountData),
      dataHash: shown(row.dataHash),
      blockHash: shown(row.blockHash),
      txHash: shown(row.txHash),
      index: shown(row.index),
      address: shown(row.address),
      user: shown(row.user),
      error: shown(row.error),
    };
  }

  #shortId(id: string): string {
    if (id.length <= LONGEST_ID) return id;
    const short = `${rowText(id, LONGEST_ID / 2)} ${createHash('sha256').update(id).digest('hex')}`;
    this.#longIds.set(short, id);
    return short;
  }
}

const shown = (text: string | null): string | null => (text === null || isPlain(text) ? text : rowText(text));

/** Nearly all that rows hold: nothing to be looked at. */
const isPlain = (text: string): boolean => text.length <= 80 && /^[\w.:/ -]*$/.test(text);

const isSame = (a: RecordFilter | RecordSort, b: RecordFilter | RecordSort): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
